/* eslint-disable */
/**
 * What saved workflows rely on: the names of operations and parameters, their types, defaults, ranges and choices.
 * `npm run generate` adds what is new to test/contract/frozen.json. It refuses to change or remove what stands there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { innerOf } from './inner-fields';
import { ROOT } from './paths';

export const FROZEN = 'test/contract/frozen.json';

/** One parameter, e.g. `{ type: 'options', default: 'empty', absent: 'error', choices: ['empty', 'error', 'skip'] }`. */
type Parameter = Record<string, unknown>;
/** By operation (`contact.get`), `trigger` or `credentials`, then by parameter (`options.onNotFound`). */
export type Frozen = Record<string, Record<string, Parameter>>;

type Field = INodeProperties & { absent?: unknown };

const choicesOf = ({ options = [] }: Field) => (options as INodePropertyOptions[]).map(({ value }) => value);

function frozenField(field: Field): Parameter {
	const { type, default: value, absent, typeOptions = {} } = field;
	const { minValue, maxValue, numberPrecision } = typeOptions;
	const hasChoices = type === 'options' || type === 'multiOptions';
	const choices = hasChoices ? choicesOf(field).sort() : undefined;
	const all = { type, default: value, absent, minValue, maxValue, numberPrecision, choices };
	return JSON.parse(JSON.stringify(all)) as Parameter;
}

/** What a parameter is called in the file. A tool of an AI agent may have a parameter with another default. */
const frozenName = ({ name, displayOptions }: Field, all: readonly Field[]): string => {
	const isOfTool = displayOptions?.show?.['@tool']?.[0] === true;
	return isOfTool && all.filter((field) => field.name === name).length > 1 ? `${name} (AI tool)` : name;
};

/** An option has its collection before its name. A collection itself has no value. Notices are left out. */
const frozenFields = (fields: Field[], before = ''): Record<string, Parameter> =>
	Object.fromEntries(
		fields
			.filter(({ type }) => type !== 'notice')
			.flatMap((field): Array<[string, Parameter]> => {
				const name = before + frozenName(field, fields);
				const inner = Object.entries(frozenFields(innerOf(field), `${name}.`));
				return field.type === 'collection' ? inner : [[name, frozenField(field)], ...inner];
			}),
	);

/** The properties of both nodes and of the credentials, as they are now. */
export interface Properties {
	action: INodeProperties[];
	trigger: INodeProperties[];
	credentials: INodeProperties[];
}

export function frozenIn({ action, trigger, credentials }: Properties): Frozen {
	const fieldsOf = (resource: string, operation: string) =>
		action.filter(({ displayOptions, name }) => {
			const show = displayOptions?.show;
			return (
				name !== 'operation' && show?.resource?.includes(resource) && show.operation?.includes(operation)
			);
		});
	const operations = action
		.filter(({ name }) => name === 'operation')
		.flatMap((dropdown) => {
			const resource = dropdown.displayOptions?.show?.resource?.[0] as string;
			return choicesOf(dropdown).map((operation): [string, Frozen[string]] => [
				`${resource}.${operation}`,
				frozenFields(fieldsOf(resource, String(operation))),
			]);
		})
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return {
		...Object.fromEntries(operations),
		trigger: frozenFields(trigger),
		credentials: frozenFields(credentials),
	};
}

export const readFrozen = (): Frozen => JSON.parse(readFileSync(join(ROOT, FROZEN), 'utf8')) as Frozen;

/** `broken` would break saved workflows. `added` is missing in the file. */
export interface Differences {
	broken: string[];
	added: string[];
}

function differencesOf(at: string, before: Parameter, now: Parameter): Differences {
	const { choices: old = [], ...others } = before as Parameter & { choices?: unknown[] };
	const { choices = [], ...rest } = now as typeof before & { choices?: unknown[] };
	const keys = [...new Set([...Object.keys(others), ...Object.keys(rest)])];
	const changed = keys.filter((key) => !isDeepStrictEqual(others[key], rest[key]));
	const gone = old.filter((choice) => !choices.includes(choice));
	return {
		broken: [
			...changed.map(
				(key) => `${at}: ${key} was ${JSON.stringify(others[key])} and is ${JSON.stringify(rest[key])}`,
			),
			...gone.map((choice) => `${at}: the choice ${JSON.stringify(choice)} is gone`),
		],
		added: choices
			.filter((choice) => !old.includes(choice))
			.map((choice) => `${at}: ${JSON.stringify(choice)}`),
	};
}

/** What differs between the file and the nodes. */
export function differences(before: Frozen, now: Frozen): Differences {
	const all: Differences = { broken: [], added: [] };
	for (const place of new Set([...Object.keys(before), ...Object.keys(now)])) {
		const [old, own] = [before[place], now[place]];
		if (own === undefined) all.broken.push(`${place} is gone`);
		if (old === undefined) all.added.push(place);
		if (own === undefined || old === undefined) continue;
		for (const name of new Set([...Object.keys(old), ...Object.keys(own)])) {
			const at = `${place}: ${name}`;
			const [was, is] = [old[name], own[name]];
			if (is === undefined) all.broken.push(`${at} is gone`);
			else if (was === undefined) all.added.push(at);
			else {
				const { broken, added } = differencesOf(at, was, is);
				all.broken.push(...broken);
				all.added.push(...added);
			}
		}
	}
	return all;
}

/**
 * The file as it has to be.
 * @throws if a saved workflow would break, unless `mayBreak`: before the first publication, nobody has saved one
 */
export function withNew(before: Frozen, now: Frozen, { mayBreak = false } = {}): Frozen {
	const { broken } = differences(before, now);
	if (broken.length === 0 || mayBreak) return now;
	throw new Error(
		[
			`Saved workflows rely on what ${FROZEN} lists:`,
			...broken.map((line) => `- ${line}`),
			'Undo this in the nodes. If only your branch has it: git checkout main -- test/contract/frozen.json',
			'Before 1.0.0 is published, names may still change: npm run generate -- --unfreeze',
		].join('\n'),
	);
}
