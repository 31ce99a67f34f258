/** Telephone numbers, taken apart by Google's libphonenumber. */
import { PhoneNumberFormat, PhoneNumberUtil } from 'google-libphonenumber';
import type { PhoneNumber } from 'google-libphonenumber';
import type { PublicFax, PublicNumber } from './model';

const util = PhoneNumberUtil.getInstance();

/** Of numbers without a country code. */
const COUNTRY = 'DE';

/** Too long counts as unreadable: the library keeps numbers as doubles, whose last digits would be wrong. */
function parse(text: string): PhoneNumber | undefined {
	try {
		const number = util.parse(text, COUNTRY);
		const reason = util.isPossibleNumberWithReason(number);
		return reason === PhoneNumberUtil.ValidationResult.TOO_LONG ? undefined : number;
	} catch {
		return undefined;
	}
}

export const isNumber = (text: string): boolean => parse(text) !== undefined;

/** A number that cannot be read is shown as `original` alone. */
export function splitNumber(original: string): PublicNumber {
	const parsed = parse(original);
	if (!parsed) return { original };
	const national = util.getNationalSignificantNumber(parsed);
	const end = util.getLengthOfNationalDestinationCode(parsed);
	return {
		area: national.slice(0, end),
		number: national.slice(end),
		original,
		international_formatted: util.format(parsed, PhoneNumberFormat.INTERNATIONAL),
		national_formatted: util.format(parsed, PhoneNumberFormat.NATIONAL),
	};
}

export function splitFax(original: string): PublicFax {
	const { area, number } = splitNumber(original);
	return { ...(number !== undefined && { area, number }), original };
}
