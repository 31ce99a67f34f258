/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What judges the trigger shares nothing with it: only the driver imports from nodes/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const importsOf = (file: string): string[] =>
	[
		...readFileSync(join(__dirname, file), 'utf8').matchAll(
			/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g,
		),
	].map(([, name = '']) => name);

const FILES = readdirSync(__dirname).filter((name) => name.endsWith('.ts'));

/** May run the production code: the driver itself, what begins a run. */
const isRunner = (file: string) => /^(driver|exhaustive|running)\.ts$|\.test\.ts$/.test(file);

it('the driver alone imports from nodes/', () => {
	const importers = FILES.filter((file) => importsOf(file).some((name) => name.includes('nodes/')));
	expect(importers).toEqual(['driver.ts']);
});

it.each(FILES.filter((file) => !isRunner(file)))('%s imports nothing but the model and Node', (file) => {
	const foreign = importsOf(file).filter((name) => !/^\.\/(?!driver)[\w-]+$|^node:/.test(name));
	expect(foreign).toEqual([]);
});
