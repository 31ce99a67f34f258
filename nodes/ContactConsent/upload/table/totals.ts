/** The row of sums at the end of a table, which is about nobody. */
import { scalarText } from '../../lib/json';
import { shortened, trimmed } from '../../lib/text';
import { isBlank } from './cells';
import { LONGEST_READ } from './headingMeaning';
import type { Headings } from './headings';
import type { Column } from './recordModel';
import { asItIs, NAMES } from './valueShapes';
import { plainName, wordsIn } from './vocabulary';

/** Words for a sum: in English, German, French, Spanish, Italian and Dutch. *Ergebnis* is Excel's own word. */
const WORDS = `total, totals, sum, subtotal, grand total, overall total, sum total, total sum;
	Summe, Summen, Gesamt, Insgesamt, Gesamtsumme, Zwischensumme, Endsumme, Ergebnis, Gesamtergebnis, Teilergebnis;
	somme, totaux, sous-total, total général, somme totale;
	suma, totales, total general, suma total;
	totale, totali, somma, subtotale, totale generale, totale complessivo, somma totale;
	totaal, totalen, som, subtotaal, eindtotaal, totaal generaal`;

const TOTALS: ReadonlySet<string> = new Set(wordsIn(WORDS).map(plainName));

/** A number, also with a currency before it or one word behind it: *1.234,50 €*, *EUR 12*, *12 Kontakte*. */
const AMOUNT = /^(?:\p{L}{1,3}\s)?[^\p{L}\d@]*\d[^\p{L}@]*(?:\p{L}{1,15}\.?)?$/u;
/** A count. Neither a phone number nor an address is so short. */
const COUNT = /^\d{1,3}$/;
const AMOUNT_BEHIND = /[:=][\s\d.,]*$/;

/** The word for a sum in a cell, e.g. *Summe* in *Summe: 12*; `undefined` if the cell says something else. */
function totalIn(cell: string): string | undefined {
	const word = trimmed(cell.replace(AMOUNT_BEHIND, ''));
	return TOTALS.has(plainName(word)) ? word : undefined;
}

const isId = (column: Column | undefined): boolean => column?.name === 'id';
const isName = (column: Column | undefined): boolean => NAMES.has(column?.name ?? '');

/**
 * The word of a row of sums. It stands in the cell of the ID, or in the first filled cell if no ID is given. All other
 * cells are numbers. With a name, an address, or anything else that may be about a person, the row is none.
 *
 * @param headings without those of chosen columns, which hold counts in such a row
 */
export function totalOfRow(
	record: Readonly<Record<string, unknown>>,
	headings: Headings,
): string | undefined {
	let total: string | undefined;
	let isFirst = true;
	for (const [name, cell] of Object.entries(record)) {
		if (isBlank(cell)) continue;
		const text = trimmed(scalarText(cell) ?? '');
		if (text === '' || text.length > LONGEST_READ) return undefined;
		const { column, alsoId } = headings.get(name) ?? {};
		const hasId = isId(column) || isId(alsoId);
		if (isName(column)) return undefined;
		const word = hasId || isFirst ? totalIn(text) : undefined;
		isFirst = false;
		total ??= word;
		if (word !== undefined) continue;
		const isField = column !== undefined && column.shape !== asItIs;
		if (hasId || !(isField ? COUNT : AMOUNT).test(text)) return undefined;
	}
	return total === undefined ? undefined : shortened(total, 100);
}
