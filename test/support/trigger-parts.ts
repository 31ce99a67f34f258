/**
 * Shared by the unit tests of the trigger's steps: a fixed moment, a state, events, settings, and times as seconds
 * before that moment.
 */
import type { IDataObject } from 'n8n-workflow';

import type { PollReading } from '../../nodes/ContactConsent/trigger/reading';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { begin, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import { toTriggerEvent, type TriggerEvent } from '../../nodes/ContactConsent/trigger/triggerEvent';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const KINDS = ['update', 'confirm', 'documentation'] as const;

export const ACCOUNT = { address: 'https://service.example', key: 'key', credential: '1' };
/** The parameters with which a trigger began. */
export const beginning = (beginWith: string, startFrom?: number): string =>
	JSON.stringify([beginWith, startFrom]);

/** When the last far look-back began. The checkpoint was a minute earlier. */
export const farBeganAt = (at: number): TriggerState['farBegan'] => ({ at, checkpoint: at - MINUTE });

/**
 * The state of a trigger that has been running for a month. It read up to the present a minute ago, and its last
 * far look-back was half an hour ago.
 */
export const running = (more: Partial<TriggerState> = {}): TriggerState => ({
	...begin(
		ACCOUNT,
		KINDS,
		{ with: 'unreceived', at: NOW - 30 * DAY, parameters: beginning('unreceived') },
		NOW - 30 * DAY,
	),
	checkpoint: NOW - MINUTE,
	nextNearFrom: NOW - 11 * MINUTE,
	farBegan: farBeganAt(NOW - HOUR / 2),
	...more,
});

export const settingsOf = (more: Partial<Settings> = {}): Settings =>
	({
		kinds: [...KINDS],
		series: [undefined],
		beginWith: 'unreceived',
		beginning: beginning(more.beginWith ?? 'unreceived', more.startFrom),
		download: true,
		farLength: DAY,
		documentationWait: HOUR,
		passes: () => true,
		wantsPdf: ({ type }: IDataObject) => more.download !== false && type === 'documentation',
		maxEvents: 10,
		pageSize: 50,
		simplify: false,
		binaryPropertyName: 'data',
		...more,
	}) as Settings;

const rawOf = (event_id: string, time = NOW, more: IDataObject = {}): IDataObject => ({
	event_id,
	event_time: new Date(time).toISOString(),
	type: 'update',
	...more,
});
export const eventOf = (...of: Parameters<typeof rawOf>): TriggerEvent => toTriggerEvent(rawOf(...of), 0);
export const documentOf = (id: string, time = NOW, more: IDataObject = {}): TriggerEvent =>
	eventOf(id, time, { type: 'documentation', ...more });

/** A reading up to the present that found these events; `older` are from before the start. */
export const readingOf = (
	events: TriggerEvent[] = [],
	older: TriggerEvent[] = [],
	more: Partial<PollReading> = {},
): PollReading => ({
	events: new Map(
		[...events, ...older.map((event) => ({ ...event, isOlder: true }))].map((event) => [event.key, event]),
	),
	farBegan: farBeganAt(NOW),
	again: new Map(),
	newest: -Infinity,
	starts: { update: NOW - 30 * DAY },
	skipped: [],
	historyLimit: undefined,
	isLatestLeft: false,
	hasFailedSlice: false,
	listErrors: {},
	date: NOW,
	...more,
});

export const idOf = ({ raw }: TriggerEvent): string => raw.event_id as string;

/** Seconds before NOW. `undefined` without a time. */
export const ago = (time: number | undefined): number | undefined =>
	time !== undefined && Number.isFinite(time) ? (NOW - time) / SECOND : undefined;

/** An object without the keys that have no value, so that expected values can leave them out. */
export const given = <T extends object>(values: T): Partial<T> =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
