/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MUTANTS } from './mutantList';

const TRIGGER = join(__dirname, '..', '..', 'nodes', 'ContactConsent', 'trigger');

it.each(MUTANTS)('the fault "$name" has its place in $file', ({ file, search, replace }) => {
	expect(readFileSync(join(TRIGGER, file), 'utf8').split(search)).toHaveLength(2);
	expect(replace).not.toBe(search);
});
