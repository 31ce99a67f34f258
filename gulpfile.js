const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () => spawn('tsc', ['-p', 'tsconfig.json'], { stdio: 'inherit', shell: true });

/** The types of everything, tests included; what has not changed is not looked at again. */
const types = () =>
	spawn(
		'tsc',
		[
			'-p',
			'test/tsconfig.tools.json',
			'--incremental',
			'--tsBuildInfoFile',
			'node_modules/.cache/types.tsbuildinfo',
		],
		{
			stdio: 'inherit',
			shell: true,
		},
	);

/** What n8n reads beside the compiled code: output previews and icons. The codex files (*.node.json) come from tsc. */
const assets = () =>
	src(['nodes/**/__schema__/**/*.json', 'icons/*.svg'], { base: '.', encoding: false }).pipe(dest('dist'));

/**
 * Previews, the page of operations, the page of columns, and the columns in the examples, from
 * the list of resources.
 */
exports.generate = () => spawn('tsx', ['test/support/generate.ts'], { stdio: 'inherit', shell: true });
exports.types = types;
exports.build = series(clean, parallel(compile, assets));
/** For the tests. */
exports.ready = series(clean, parallel(compile, assets, types));
