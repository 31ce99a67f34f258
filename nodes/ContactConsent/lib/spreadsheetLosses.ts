import { trimmed } from './text';

/** The text that a spreadsheet shows for a failed formula, in any language: #REF!, #¿NOMBRE?, #UNKNOWN!, Err:502. */
const ERROR = /^(#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|(Err|Fout)\s?:\s?\d{3})$/u;
/** The error texts that do not match `ERROR`. */
const NOT_AVAILABLE = new Set('#N/A #NV #N/D #N/B #I/T #Н/Д #YOK #HIÁNYZIK #GETTING_DATA'.split(' '));

/** True for the text that a spreadsheet shows for a failed formula. */
function isSpreadsheetError(value: unknown): boolean {
	if (typeof value !== 'string' || !/[#:]/.test(value)) return false;
	const text = trimmed(value);
	return ERROR.test(text) || NOT_AVAILABLE.has(text.toUpperCase());
}

/** A long number that a spreadsheet has shortened, so that its last digits are lost: 4,91511E+12. */
const SHORTENED = /^'?[+-]?\d([.,]\d+)?E(\+|(?<=[.,]\d+E))\d{1,3}$/i;

const isShortened = (value: unknown): boolean =>
	typeof value === 'string' && value.length > 3 && SHORTENED.test(trimmed(value));

/** What an expression gives whose value is missing, as a text. */
const NO_VALUE = /^(Invalid DateTime|Invalid date|Invalid Date|NaT|\[object Object\](,\[object Object\])*)$/;
/** The same in a template such as `{{ first }} {{ last }}`. A person may be called Null, but hardly Null Null. */
const NOTHING = /^(undefined|null|NaN)( (undefined|null|NaN))*$/;

/** True for a text of nothing but `undefined`, `null` or `NaN`. */
export const isNothingAsText = (value: unknown): boolean =>
	typeof value === 'string' && value.length <= 500 && NOTHING.test(trimmed(value));

/** True for what a broken expression leaves in the place of a value. */
function isOfBrokenExpression(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > 500) return false;
	return NO_VALUE.test(trimmed(value)) || isNothingAsText(value);
}

/**
 * How a value was lost before it came here: a spreadsheet has shortened a number, a formula has failed, or an
 * expression gave nothing; `undefined` if it was not.
 */
export function lossIn(value: unknown): 'shortened' | 'error' | 'brokenExpression' | undefined {
	if (isShortened(value)) return 'shortened';
	if (isSpreadsheetError(value)) return 'error';
	return isOfBrokenExpression(value) ? 'brokenExpression' : undefined;
}
