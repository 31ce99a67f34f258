/** What all lists of the editor share: their entries, the search in them, and their limits. */
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { refusalWords, toNodeError } from '../common/itemOutput';
import { plainText, withoutAccents, withoutUmlauts } from '../lib/text';
import { createSend } from '../transport/send';
import type { Sender, SendLimits } from '../transport/types';

/** How many Operations are listed at once. */
export const LISTED_AT_ONCE = 100;
/** The Operations show IDs alone. So many records at the beginning of a list are read, side by side, for their names. */
export const RECORDS_READ = 25;
export const RECORD_LIMITS: SendLimits = { within: 5_000 };
/** A person is waiting for the list, so it does not wait as long as the service may ask. */
export const LIST_LIMITS: SendLimits = { within: 15_000 };

/** An entry of a list: the ID, and its name for people, if the list of Operations shows one. */
export interface Choice {
	value: string;
	name?: string;
}

/** Choices by their values, each once, in the order of the list. */
export const eachOnce = (choices: readonly Choice[]): Choice[] => [
	...new Map(choices.map((choice) => [choice.value, choice])).values(),
];

/** Data from outside may contain the key, and the editor may show names as HTML. */
export const readableIn =
	({ withoutKey }: Sender) =>
	({ name, value }: INodeListSearchItems): INodeListSearchItems => ({
		name: plainText(withoutKey(name)),
		value: withoutKey(value),
	});

/** A text in lower case without accents: who types *bjorn* finds *Björn*. */
const folded = (text: string): string => withoutAccents(text.toLowerCase().replaceAll('ß', 'ss'));

/** True if an entry has all typed words, in any order: *mueller anna* finds *Anna Müller*. */
export function includes({ name, value }: Required<Choice>, typed: string): boolean {
	const spellings = [`${name} ${value}`, withoutUmlauts(`${name} ${value}`)].map(folded);
	return typed
		.split(/\s+/)
		.map(folded)
		.every((word) => spellings.some((text) => text.includes(word)));
}

/** Makes what the editor calls for a list. An error has words for people. */
export const searching = (
	find: (
		send: Sender,
		filter: string,
		paginationToken: string | undefined,
		context: ILoadOptionsFunctions,
	) => Promise<INodeListSearchResult>,
) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		try {
			return await find(await createSend(this), filter, paginationToken, this);
		} catch (error) {
			const failure = { error, step: 'the list was read' };
			throw toNodeError(this.getNode(), failure, refusalWords(failure, 0), 0);
		}
	};
