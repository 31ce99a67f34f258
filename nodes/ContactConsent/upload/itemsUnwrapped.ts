import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../lib/json';

/** True for an item of n8n, which has its record in `json`. */
const isItem = (one: unknown): one is { json: IDataObject } =>
	isRecord(one) && isRecord(one.json) && Object.keys(one).every((key) => PARTS_OF_ITEM.has(key));

const PARTS_OF_ITEM: ReadonlySet<string> = new Set(['json', 'binary', 'pairedItem', 'error', 'index']);

/** What items of n8n hold, as `$input.all()` gives them; any other list as it is. */
export const itemsUnwrapped = (list: readonly unknown[]): readonly unknown[] =>
	list.every(isItem) ? list.map(({ json }) => json) : list;
