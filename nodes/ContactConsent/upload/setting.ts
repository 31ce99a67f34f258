import type { WaitPlan } from '../plan';

/** How rows are read, merged and sent: the settings of an upload, which are read once. */
export interface Setting {
	/** Blank values: as if they were not there, or sent, which clears the field. */
	emptyFields: 'omit' | 'send';
	/** What the contract does not know. */
	unknownFields: 'ignore' | 'send' | 'customData';
	/** A list column replaces the list, or adds what is not in it yet. */
	listValues: 'replace' | 'add';
	/** IANA name: the workflow's time zone. */
	timeZone: string;
	/** Takes off the blanks around the text of a cell; in JSON, a text is sent as it is. */
	trims: boolean;
	/** Lays values over the record that is there; otherwise the record becomes exactly what is sent. */
	keeps: boolean;
	/** Refuses records that are not there yet, instead of creating them. */
	mustExist: boolean;
	dryRun: boolean;
	/** The most records in one request. */
	batchSize: number;
	/** How the Operations are waited for; missing: not at all. */
	waiting?: Pick<WaitPlan, 'timeout' | 'isPending'>;
	/** How to go on where columns are not understood. */
	hint: string;
}

/** What reading a row finds beside its cells: names of columns, and paths of nested fields, that are not sent. */
export interface RowNotes {
	notSent: string[];
}
