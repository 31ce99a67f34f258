// Our own rules, for every file (`npm run lint`). n8n's default rules stand in eslint.config.mjs, which must not change.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import prettier from 'eslint-config-prettier';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const PUBLISHED = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];

/** The sets of n8n's older plugin, in the flat form it does not ship itself. */
const n8nNodesBaseFor = (set, files) => ({
	files,
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: n8nNodesBase.configs[set].rules,
});

export default tseslint.config(
	{
		ignores: [
			'dist/',
			'node_modules/',
			'workshop/**/node_modules/',
			'.playground/',
			'.stryker/',
			'coverage/',
		],
	},
	{
		files: ['**/*.{js,mjs,ts}'],
		extends: [js.configs.recommended, prettier],
		languageOptions: { ecmaVersion: 2022 },
	},
	{
		files: ['**/*.js', '**/*.mjs'],
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
		languageOptions: {
			parserOptions: {
				project: [`${import.meta.dirname}/tsconfig.tools.json`],
				tsconfigRootDir: import.meta.dirname,
			},
		},
		rules: {
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-explicit-any': 'error',
		},
	},
	{
		// Fastify takes a plugin without a callback for an asynchronous function.
		files: ['sandbox/**/*.ts'],
		rules: { '@typescript-eslint/require-await': 'off' },
	},
	{
		// Bodies that tests read over the wire have no types; that is what the tests are about.
		files: ['{test,sandbox/test,workshop}/**/*.ts'],
		rules: {
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off',
		},
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: PUBLISHED },
	n8nNodesBaseFor('nodes', ['nodes/**/*.ts']),
	n8nNodesBaseFor('credentials', ['credentials/**/*.ts']),
	n8nNodesBaseFor('community', ['package.json']),
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'max-lines': ['error', 220], 'max-lines-per-function': ['error', 60] },
	},
	{
		// Older rules that contradict n8n's present ones (connection types by name, documentation by address).
		files: PUBLISHED,
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-inputs-wrong-trigger-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
);
