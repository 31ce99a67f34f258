import type { IExecuteFunctions, IGetNodeParameterOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Parameters } from '../operation';
import { toUtcIso } from '../dates';
import { pathSegmentProblem } from '../transport/path';
import { isRecord, scalarText } from '../values';
import { resolved, resolvedColumns, UNRESOLVED } from './references';

/** The label of a parameter from its name: `options.pageSize` is "Page Size", `contactId` is "Contact ID". */
const labelOf = (name: string): string =>
	(name.split('.').pop() ?? name)
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\bId\b/, 'ID')
		.replace(/^Json$/, 'JSON')
		.replace('Binary Property Name', 'name of the output file field');

/** The parameters of one input item, checked as they are read. */
export function parametersOf(context: IExecuteFunctions, itemIndex: number): Parameters {
	const refuse = (name: string, problem: string, advice: string) => {
		const message = `The ${labelOf(name)} ${problem}`;
		const error = new NodeOperationError(context.getNode(), message, {
			description: `${advice} No request was sent for item ${itemIndex}.`,
			itemIndex,
		});
		// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
		error.message = message;
		return error;
	};
	const item = context.getInputData()[itemIndex]?.json ?? {};
	const read = (name: string, fallback?: unknown, options?: IGetNodeParameterOptions): unknown => {
		const raw: unknown = context.getNodeParameter(name, itemIndex, fallback, { rawExpressions: true });
		const value = resolved(raw, item);
		return value === UNRESOLVED ? context.getNodeParameter(name, itemIndex, fallback, options) : value;
	};

	const assertChoice = <T extends string>(name: string, given: unknown, allowed: readonly T[]): T => {
		const choice = allowed.find((value) => value === given);
		if (choice !== undefined) return choice;
		throw refuse(
			name,
			`has no choice ${JSON.stringify(given) ?? 'without a value'}`,
			`Choose from ${allowed.join(', ')}.`,
		);
	};

	return {
		refuse,
		value: <T>(name: string, fallback?: T) => read(name, fallback) as T,
		choice: <T extends string>(name: string, allowed: readonly T[], fallback?: T) =>
			assertChoice(name, read(name, fallback), allowed),
		choices(name, allowed) {
			const given = read(name, []) ?? [];
			if (Array.isArray(given)) return given.map((entry: unknown) => assertChoice(name, entry, allowed));
			throw refuse(name, 'is not a list', `Choose from ${allowed.join(', ')}.`);
		},
		text(name, { fallback, mayBeBlank = false } = {}) {
			const text = scalarText(read(name, fallback));
			if (text === undefined) {
				throw refuse(name, 'is not a text', 'Check the value, or the expression that it comes from.');
			}
			if (mayBeBlank || text.trim() !== '') return text;
			throw refuse(name, 'is empty', 'Enter a value, or check the expression that it comes from.');
		},
		flag(name, fallback = false) {
			const given = read(name, fallback) ?? false;
			if (typeof given === 'boolean') return given;
			if (given === 'true' || given === 'false') return given === 'true';
			throw refuse(name, 'is neither true nor false', 'Check the expression that it comes from.');
		},
		count(name, { min, max = Infinity, fallback }) {
			const given = read(name, fallback);
			const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
			const count = isNumber ? Number(given) : NaN;
			if (Number.isSafeInteger(count) && count >= min && count <= max) return count;
			const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;
			throw refuse(name, `is not a whole number ${range}`, 'Correct the number.');
		},
		id(name) {
			const given = read(name, '', { extractValue: true });
			const text = typeof given === 'number' ? String(given) : given;
			if (typeof text !== 'string') {
				throw refuse(
					name,
					'is not a text',
					'Hand over the ID as a text, for example from a field of the input.',
				);
			}
			const problem = pathSegmentProblem(text);
			if (problem === undefined) return text;
			throw refuse(name, problem, 'Check the ID, or the expression that it comes from.');
		},
		date(name) {
			const given = read(name, '');
			if (given === '' || given === undefined || given === null) return undefined;
			const iso = toUtcIso(given, context.getTimezone());
			if (iso !== undefined) return iso;
			throw refuse(name, 'is not a date', 'Use a date and time such as 2026-01-31T08:00:00.');
		},
		json(name) {
			const given = read(name, '');
			if (typeof given !== 'string') return given;
			try {
				return JSON.parse(given) as unknown;
			} catch (error) {
				throw refuse(
					name,
					`is not valid JSON (${(error as Error).message})`,
					'Correct the JSON, or the expression that it comes from.',
				);
			}
		},
		columns(name) {
			const columns = resolvedColumns(context, name, itemIndex, item);
			const given = columns === UNRESOLVED ? read(`${name}.value`, {}) : columns;
			// Nothing has been mapped yet: n8n hands over null.
			return isRecord(given) ? given : {};
		},
		input: () => item,
	};
}
