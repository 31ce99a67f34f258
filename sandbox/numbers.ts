/** Telephone numbers, taken apart by Google's libphonenumber. */
import { PhoneNumberFormat, PhoneNumberUtil } from 'google-libphonenumber';
import type { PhoneNumber } from 'google-libphonenumber';
import type { PublicFax, PublicNumber } from './model';

const util = PhoneNumberUtil.getInstance();

export const isCountry = (code: string): boolean => (util.getSupportedRegions() as string[]).includes(code);

/** Too long counts as unreadable: the library keeps numbers as doubles, whose last digits would be wrong. */
function parse(text: string, country: string): PhoneNumber | undefined {
	try {
		const number = util.parse(text, country);
		const reason = util.isPossibleNumberWithReason(number);
		return reason === PhoneNumberUtil.ValidationResult.TOO_LONG ? undefined : number;
	} catch {
		return undefined;
	}
}

export const isNumber = (text: string, country: string): boolean => parse(text, country) !== undefined;

/** A number that cannot be read is shown as `original` alone. */
export function splitNumber(original: string, country: string): PublicNumber {
	const parsed = parse(original, country);
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

export function splitFax(original: string, country: string): PublicFax {
	const { area, number } = splitNumber(original, country);
	return { ...(number !== undefined && { area, number }), original };
}
