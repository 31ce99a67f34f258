import { join } from 'node:path';

import { bodiesHaveNoTypes, ownRules } from '../test/eslint.own.config.mjs';

export default [
	{ ignores: ['**/node_modules/'] },
	...ownRules(join(import.meta.dirname, 'tsconfig.json')),
	bodiesHaveNoTypes('**/*.ts'),
];
