/** The list to pick a type of consent from. */
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isNoId } from '../lib/ids';
import { isRecord, scalarText } from '../lib/json';
import { trimmed } from '../lib/text';
import { contactModel } from '../operations/contact/contactColumns';
import { clockIn, consentStates } from '../operations/contact/consents';
import { contactRequest } from '../operations/contact/requests';
import { operationsRequest } from '../operations/uploadStatus/requests';
import { readPages } from '../transport/readPages';
import { factsOf } from '../transport/errors';
import { pathSegmentProblem } from '../transport/path';
import type { Sender } from '../transport/types';
import { recordChoices } from './idPickers';
import {
	eachOnce,
	includes,
	LIST_LIMITS,
	LISTED_AT_ONCE,
	readableIn,
	RECORDS_READ,
	searching,
	type Choice,
} from './listSearch';
import { readById } from './recentReads';

/** The states of the consents of a contact, by type; none if the service does not show it. */
const statesOf = async (send: Sender, id: string, timeZone: string): Promise<Record<string, boolean>> => {
	const found = await readById(send, contactRequest('GET', id), id);
	return found ? consentStates(found, clockIn(timeZone)) : {};
};

/** The ID of the contact that the form has; `undefined` if it is not chosen yet, or an expression decides. */
function chosenContact(context: ILoadOptionsFunctions): string | undefined {
	const given: unknown = context.getCurrentNodeParameter('contactId');
	const id = trimmed(scalarText(isRecord(given) ? given.value : given) ?? '');
	return id.startsWith('=') || isNoId(id) || pathSegmentProblem(id) !== undefined ? undefined : id;
}

/** The types of consents of contacts of recent uploads. */
async function recentTypes(send: Sender, timeZone: string): Promise<string[]> {
	const pages = readPages(send, operationsRequest({}, LISTED_AT_ONCE), undefined, LIST_LIMITS);
	// Without the right to list uploads, a type can still be typed.
	const { value } = await pages.next().catch((error: unknown) => {
		if (factsOf(error)?.status !== 403) throw error;
		return { value: undefined };
	});
	const ids = eachOnce((value?.items ?? []).flatMap(recordChoices(contactModel))).slice(0, RECORDS_READ);
	const all = await Promise.all(ids.map(async (one) => await statesOf(send, one.value, timeZone)));
	return [...new Set(all.flatMap((states) => Object.keys(states)))].sort((a, b) => a.localeCompare(b, 'en'));
}

/**
 * Lists the types of consents that the chosen contact has, with their states; if it has none, those of contacts of
 * recent uploads. What was typed is offered, too: a contact may decide about something new.
 */
async function searchTypes(
	send: Sender,
	filter: string,
	context: ILoadOptionsFunctions,
): Promise<INodeListSearchResult> {
	const timeZone = context.getTimezone();
	const id = chosenContact(context);
	const states = Object.entries(id === undefined ? {} : await statesOf(send, id, timeZone));
	const choices: Array<Required<Choice>> =
		states.length > 0
			? states.map(([type, granted]) => ({
					name: `${type}: ${granted ? 'granted' : 'withdrawn'}`,
					value: type,
				}))
			: (await recentTypes(send, timeZone)).map((type) => ({ name: type, value: type }));
	const typed = trimmed(filter);
	const results = choices.filter((choice) => includes(choice, typed));
	if (typed !== '' && !choices.some(({ value }) => value === typed)) {
		results.push({ name: `Use "${typed}" as the type`, value: typed });
	}
	return { results: results.map(readableIn(send)) };
}

export const searchConsentTypes = searching(
	async (send, filter, _page, context) => await searchTypes(send, filter, context),
);
