/** Telephone numbers, taken apart by Google's libphonenumber. */
import { PhoneNumberFormat, PhoneNumberUtil } from 'google-libphonenumber';
import type { PhoneNumber } from 'google-libphonenumber';
import type { PublicFax, PublicNumber } from './model';

const util = PhoneNumberUtil.getInstance();

/** The country that is assumed for numbers without a country code. */
const COUNTRY = 'DE';

/** Longer numbers count as unreadable: the library stores numbers as doubles, so their last digits would be wrong. */
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

/** A number that cannot be read has only `original`. */
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
