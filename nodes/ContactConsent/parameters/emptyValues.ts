import { isExpression } from 'n8n-workflow';

import type { Field } from './field';
import { entriesIn, errorFor, isNothing, type Parameter } from './valueChecks';

/**
 * What an empty value means. In: a parameter, what the workflow has for it (`raw`), and what n8n gives for that (`given`).
 * Out: the value to check, or the error for an empty value that would let too much through.
 */

/**
 * The value to check: the given one, or the one that counts without a value (`default` here). `none` is no choice, and
 * what is `refused` is refused by the check of its type:
 *
 * | field                                      | `undefined` | `null`  | `''`    | `' '`   | `[]`    |
 * | ------------------------------------------ | ----------- | ------- | ------- | ------- | ------- |
 * | a filter or `widest`, by an expression (`assertGiven`) | refused | refused | refused | refused | refused |
 * | any other filter                           | default     | default | default | default | refused |
 * | any other filter of several choices        | default     | default | default | default | none    |
 * | any other choice with `widest`             | refused     | refused | refused | refused | refused |
 * | any other choices with `widest`, several   | refused     | refused | none    | none    | none    |
 * | JSON: its default would name another record | refused    | refused | refused | refused | itself  |
 * | a required choice or switch                | refused     | refused | refused | refused | refused |
 * | a required text                            | default     | default | refused | refused | refused |
 * | a text                                     | default     | default | default | itself  | refused |
 * | several choices                            | default     | default | default | none    | none    |
 * | a choice, number, date or switch           | default     | default | default | refused | refused |
 *
 * If the workflow itself has nothing, `isAdded` decides before.
 */
export function usedValue(parameter: Parameter, raw: unknown, given: unknown): unknown {
	assertGiven(parameter, raw, given);
	return countsAsUnset(parameter, given) ? valueWithout(parameter.field) : given;
}

/**
 * True if the workflow has something for a field, even if that is an empty text. Null in a required switch counts, so
 * that its check refuses it: as `absent`, it would turn a dry run into a real one.
 */
export const isAdded = ({ type, required }: Field, raw: unknown): boolean =>
	raw === null ? type === 'boolean' && required === true : raw !== undefined;

/**
 * Refuses a filter, or a choice with `widest`, that an expression leaves empty. An AI agent may leave it empty.
 *
 * @param raw what the workflow has, to see whether it is an expression
 */
function assertGiven(parameter: Parameter, raw: unknown, given: unknown): void {
	const { type, widest } = parameter.field;
	if (!widest && !isFilter(parameter)) return;
	const isEmpty = isBlank(given) || (type === 'multiOptions' && entriesIn(given).length === 0);
	if (!isEmpty || !isExpression(raw) || isFromAgent(raw)) return;
	const advice = widest
		? 'Check the expression: it has to give a choice of this field.'
		: 'An empty filter would let everything through. Check the expression, or remove the filter.';
	throw errorFor(parameter, 'is set by an expression that gives nothing', advice);
}

/** True for an empty value instead of which another one counts: `default` in the table of `usedValue`. */
function countsAsUnset(parameter: Parameter, given: unknown): boolean {
	const { type, required, widest } = parameter.field;
	if (isFilter(parameter)) return isBlank(given);
	if (widest || type === 'json') return false;
	if (!required) return isNothing(given);
	if (type === 'options' || type === 'boolean') return false;
	return isNothing(given) && !(type === 'string' && given === '');
}

/** The value that counts for a field without a value. */
const valueWithout = ({ absent, default: added }: Field): unknown => absent ?? added;

/** True for a filter of the output. An expression that leaves it empty would let everything through. */
const isFilter = ({ field, narrows }: Parameter): boolean => narrows === true || field.narrows === true;

const isBlank = (value: unknown): boolean =>
	isNothing(value) || (typeof value === 'string' && value.trim() === '');

/** True for an expression that an AI agent fills in, in each spelling that n8n understands. */
const isFromAgent = (expression: string): boolean => /\$fromAI\s*\(/i.test(expression);
