const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () => spawn('tsc', ['-p', 'tsconfig.json'], { stdio: 'inherit', shell: true });

/** Checks the types of all code, tests included. Unchanged files are not checked again. */
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

/** Copies the output previews and the icons. tsc copies the codex files (*.node.json). */
const assets = () =>
	src(['nodes/**/__schema__/**/*.json', 'icons/*.svg'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.types = types;
exports.build = series(clean, parallel(compile, assets));
/** Builds, and checks the types. The tests need this. */
exports.ready = series(clean, parallel(compile, assets, types));
