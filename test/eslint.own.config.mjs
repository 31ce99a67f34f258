/**
 * Our own rules, for every file of the root (`npm run lint`); workshop/eslint.config.mjs has them for the workshop.
 * n8n's default rules stand in eslint.config.mjs, which must not change.
 */
import { resolve } from 'node:path';

import { config as n8n } from '@n8n/node-cli/eslint';
import tseslint from 'typescript-eslint';

const ROOT = resolve(import.meta.dirname, '..');
const PUBLISHED = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];

/** The sets of rules in n8n's own configuration, by the plugin or the files that they apply to. */
const ofPlugin = (name) => n8n.find(({ plugins = {} }) => name in plugins);
const ofFiles = (pattern) => n8n.find(({ files = [] }) => files.includes(pattern));

/** n8n's configuration repeats ESLint's recommended rules. These are the rules that belong to no plugin. */
const eslintRecommended = Object.fromEntries(
	Object.entries(ofFiles('**/*.ts').rules).filter(([name]) => !name.includes('/')),
);

export const ownRules = (tsconfig) =>
	tseslint.config(
		{ files: ['**/*.{js,mjs,cjs,ts}'], rules: eslintRecommended, languageOptions: { ecmaVersion: 2022 } },
		{
			files: ['**/*.{js,cjs,mjs}'],
			languageOptions: {
				globals: {
					module: 'writable',
					require: 'readonly',
					__dirname: 'readonly',
					exports: 'writable',
					process: 'readonly',
					console: 'readonly',
				},
			},
		},
		{
			files: ['**/*.ts'],
			extends: [tseslint.configs.recommendedTypeChecked],
			languageOptions: { parserOptions: { project: [tsconfig], tsconfigRootDir: ROOT } },
			rules: {
				'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
				'@typescript-eslint/no-non-null-assertion': 'error',
				'@typescript-eslint/no-explicit-any': 'error',
				'no-restricted-syntax': [
					'error',
					{ selector: 'SpreadElement > ObjectExpression', message: 'Write the keys without { }.' },
				],
			},
		},
	);

/** Tests read untyped bodies over HTTP, so rules about `any` are off here. */
export const bodiesHaveNoTypes = (...files) => ({
	files,
	rules: {
		'@typescript-eslint/no-unsafe-argument': 'off',
		'@typescript-eslint/no-unsafe-assignment': 'off',
		'@typescript-eslint/no-unsafe-call': 'off',
		'@typescript-eslint/no-unsafe-member-access': 'off',
		'@typescript-eslint/no-unsafe-return': 'off',
	},
});

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'workshop/', '.playground/', '.stryker/', 'coverage/'] },
	ownRules(resolve(import.meta.dirname, 'tsconfig.tools.json')),
	{
		// Fastify takes a plugin without a callback for an asynchronous one, so the keyword async is needed.
		files: ['sandbox/**/*.ts'],
		rules: { '@typescript-eslint/require-await': 'off' },
	},
	bodiesHaveNoTypes('test/**/*.ts', 'sandbox/test/**/*.ts'),
	{ plugins: ofPlugin('n8n-nodes-base').plugins },
	{ ...ofPlugin('@n8n/community-nodes'), files: PUBLISHED },
	...n8n.filter(({ files = [] }) => files.includes('package.json')),
	{ files: ['nodes/**/*.ts'], rules: ofFiles('./nodes/**/*.ts').rules },
	{ files: ['credentials/**/*.ts'], rules: ofFiles('./credentials/**/*.ts').rules },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'max-lines-per-function': ['error', 60] },
	},
);
