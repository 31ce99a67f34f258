import type { IBinaryData } from 'n8n-workflow';

import type { DocumentationStatus } from '../resources/documentation/document';
import type { TriggerEvent } from './event';
import type { Awaiting, Backlog } from './state';

/** How the PDF of an event fared in this poll. */
export type DocumentOutcome =
	/** There is nothing to wait for. */
	| { kind: 'final'; status: DocumentationStatus; binary?: IBinaryData }
	/** It may be there later; `status` says why not now. */
	| { kind: 'pending'; status: DocumentationStatus }
	/** This poll has no room or no time for it. */
	| { kind: 'postponed' };

/** What a poll does, as far as the state machine goes. Times are in milliseconds. */
export interface Course {
	catchUp: boolean;
	/** Epoch. */
	startFrom: number | undefined;
	lookback: number;
	download: boolean;
	documentationWait: number;
}

/** A stretch of the history: `from` and `to` as the service is asked for them. */
export type Slice = Pick<Backlog, 'from' | 'to' | 'cursors' | 'asOf'>;

/** What a poll has read. */
export interface Fetched {
	/** Fresh events of the history; missing where it was not read. */
	history?: {
		events: TriggerEvent[];
		/** All events up to here have been read; missing where no slice was finished. */
		upTo?: number;
		backlog: Backlog | null;
	};
	/** Fresh events of `/events/latest`; missing where it was not read. */
	latest?: { events: TriggerEvent[]; drained: boolean };
	/** What an earlier poll handed over and n8n threw away. */
	handedBack: TriggerEvent[];
	/** By event key. */
	documents: ReadonlyMap<string, DocumentOutcome>;
	/** The service's clock, as epoch. */
	date: number | undefined;
}

/** An event that this poll could deliver. */
export interface Candidate {
	event: TriggerEvent;
	/** It can be left out: the history brings it again. */
	replayable: boolean;
	awaiting?: Awaiting;
}

export interface Delivery {
	event: TriggerEvent;
	status?: DocumentationStatus;
	binary?: IBinaryData;
}
