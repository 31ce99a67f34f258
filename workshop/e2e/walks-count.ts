/* eslint-disable */
/** A walk with a clock, whose clicks docs/walks.md tells. */
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';

import { ROOT, STATE } from '../../test/support/paths';
import type { Editor } from './browser';
import { Person } from './walks-person';

const PICTURES = join(STATE, 'pictures', 'walks');
const PAGE = join(ROOT, 'docs', 'walks.md');

/** The row of docs/walks.md about a walk; a walk that needs more than it says fails. */
function countsOf(walk: string): string[] {
	const row = readFileSync(PAGE, 'utf8')
		.split('\n')
		.find((line) => line.split('|')[1]?.trim() === walk);
	return (row ?? '')
		.split('|')
		.map((cell) => cell.trim())
		.slice(3, 7);
}

/**
 * Takes the time of a walk, and fails if it takes longer than this or counts differ from docs/walks.md.
 *
 * @param pictures the folder for the pictures of its screens
 */
export async function walk(
	{ page }: Editor,
	name: string,
	withinSeconds: number,
	steps: (person: Person) => Promise<void>,
	pictures = name,
): Promise<void> {
	const folder = join(PICTURES, pictures.replaceAll(' ', '-'));
	await rm(folder, { recursive: true, force: true });
	const person = new Person(page, folder);
	try {
		await steps(person);
	} catch (error) {
		const path = join(PICTURES, `failed ${pictures}.png`);
		await page.screenshot({ path });
		throw new Error(`${String(error)}\nThe editor at that moment: ${path}`, { cause: error });
	}
	const { seconds, takenMs, count } = person;
	await writeFile(join(folder, 'count.json'), JSON.stringify({ seconds, takenMs, ...count }));
	const { screens, clicks, drags, fields } = count;
	expect([screens, clicks, drags, fields].map(String)).toEqual(countsOf(name));
	// A machine that is busy with something else says nothing about the time that n8n takes.
	const busy = (loadavg()[0] ?? 0) > availableParallelism();
	expect(busy ? takenMs / 1_000 : seconds).toBeLessThanOrEqual(withinSeconds);
}
