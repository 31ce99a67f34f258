import type { Column, RecordModel } from './recordModel';
import type { Heading } from './headings';
import { plainName } from './vocabulary';

/** Words for other things that have a number or an ID, such as a phone or an invoice. */
const OTHER_NUMBERS =
	/lfd|pager|messenger|skype|icq|tele|fon|phone|fax|mobil|handy|tax|vat|steuer|ust|iban|bic|bank|konto|account|card|karte|order|auftrag|bestell|invoice|rechnung|vertrag|contract|compan|firm|owner|parent|hous|haus|vers\.|versicher|ahv|sozial|social|pass|device|event|campaign|list|ticket|deal|liefer|supplier/i;

/** True for a heading that may be the ID of a record: it ends like an ID, and names no other thing that has an ID. */
function isLikelyId(heading: string): boolean {
	const words = heading.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
	const last = words.at(-1)?.toLowerCase() ?? '';
	const isAlone = words.length === 1 && /^(no|num|numero|number|key|code|ref)$/.test(last);
	return isAlone || (/^id$|(nr|nummer)$/.test(last) && !OTHER_NUMBERS.test(heading));
}

/** By column: headings too vague to be mapped, used for "did you mean First Name?" */
const LIKELY: Readonly<Record<string, RegExp>> = {
	first_name: /^(first|fore|given)|vorname/,
	last_name: /^(last|sur|family|full)?na(me|am)\d?$|(last|sur|family|nach|familien)name/,
	email: /mail/,
};

function mayBe({ name }: Column, heading: string): boolean {
	return name === 'id' ? isLikelyId(heading) : LIKELY[name]?.test(plainName(heading)) === true;
}

/** Adds each required column without a heading to the first heading without a column that may mean it. */
export function addGuesses({ required }: RecordModel, headings: readonly Heading[]): void {
	const known = new Set(headings.map(({ column }) => column));
	for (const column of required) {
		if (known.has(column)) continue;
		const found = headings.find((one) => one.column === undefined && mayBe(column, one.name));
		found?.guesses.push(column);
	}
}
