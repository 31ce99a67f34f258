import type { IDataObject } from 'n8n-workflow';

import { madeUpContact } from '../sandbox/seed';

/**
 * Who does the work: this package, n8n's own nodes, and two bare clients as floors.
 * `perContact` is the workflow of n8n's own nodes with what this package puts out: an item for each contact.
 */
export const CONTENDERS = ['package', 'workflow', 'perContact', 'connection', 'keepAlive'] as const;

export type Contender = (typeof CONTENDERS)[number];

export const CASES = [
	'upload-auto',
	'upload-define',
	'upload-json',
	'history',
	'documents',
	'poll',
	'merge',
] as const;

export type CaseName = (typeof CASES)[number];

export interface Case {
	title: string;
	/** What one of its things is, e.g. "contacts". */
	unit: string;
	/** 1×, 10×, 100× (a poll: nothing, 10×, 100×). */
	sizes: readonly [number, number, number];
	quick: readonly [number, number, number];
	/** Requests that the package, and so the floors, have under way at once. */
	concurrency: number;
	/** Measured as the mean of so many runs in a row, for work that is too short for one. */
	runs?: number;
	/** Highest ratio of the median to the floor of a connection per request, and lowest of the workflow's to ours. */
	goal: { floor?: number; workflow?: number };
}

const UPLOAD = {
	unit: 'contacts',
	sizes: [500, 5000, 50_000],
	quick: [50, 500, 2000],
	concurrency: 2,
} as const;

export const SETTINGS: Readonly<Record<CaseName, Case>> = {
	'upload-auto': { ...UPLOAD, title: 'Upload, map automatically', goal: { floor: 1.25, workflow: 2 } },
	'upload-define': { ...UPLOAD, title: 'Upload, define below', goal: { floor: 2, workflow: 2 } },
	'upload-json': { ...UPLOAD, title: 'Upload, JSON', goal: { floor: 1.25, workflow: 2 } },
	history: {
		title: 'Event history, Return All',
		unit: 'events',
		sizes: [1000, 10_000, 100_000],
		quick: [100, 1000, 3000],
		concurrency: 1,
		goal: { floor: 1.15, workflow: 1.3 },
	},
	documents: {
		title: 'Download PDFs of 200 KB',
		unit: 'PDFs',
		sizes: [10, 100, 1000],
		quick: [2, 10, 50],
		concurrency: 8,
		goal: { floor: 1.2, workflow: 3 },
	},
	poll: {
		title: 'Trigger poll',
		unit: 'events waiting',
		sizes: [0, 1000, 10_000],
		quick: [0, 100, 500],
		concurrency: 1,
		runs: 50,
		goal: {},
	},
	merge: {
		title: 'Upload with Merge with Current',
		unit: 'contacts',
		sizes: [50, 500, 5000],
		quick: [10, 50, 200],
		concurrency: 16,
		goal: {},
	},
};

/** What the option Parallel Uploads is set to, and so the floors: more is worth it over a distance. */
export const parallelUploads = (isFar: boolean): number => (isFar ? 8 : UPLOAD.concurrency);

export const isUpload = (name: CaseName): boolean => name.startsWith('upload') || name === 'merge';

export const contendersOf = (name: CaseName): Contender[] =>
	CONTENDERS.filter((contender) => contender !== 'perContact' || isUpload(name));

/** Elements of one request, as the service allows. */
export const BATCH = 1000;
export const PDF_BYTES = 200_000;
/** Documents that are there to be downloaded, again and again: making PDFs is not what is measured. */
export const DOCUMENTS = 50;

export const contactId = (index: number): string => `contact-${String(index + 1).padStart(6, '0')}`;
export const eventId = (index: number): string => `event-${String(index + 1).padStart(6, '0')}`;

/** A contact as the service takes it. */
export const nestedContact = (index: number): IDataObject => {
	const contact = madeUpContact(index) as unknown as IDataObject;
	return { ...contact, data: { source: 'bench', row: String(index) } };
};

/** The same contact as the row of a table. */
export function flatContact(index: number): IDataObject {
	const { first_name, last_name, company } = madeUpContact(index);
	return {
		id: contactId(index),
		first_name,
		last_name,
		company,
		work_emails: `person${index + 1}@example.com`,
		work_mobile_numbers: `+49 151 ${10_000_000 + index}`,
		work_street: 'Teststraße',
		work_house_number: String(index + 1),
		work_zip_code: '10115',
		work_city: 'Leipzig',
	};
}

/** What the service is sent for a row. */
export function uploadOfFlat(row: IDataObject): IDataObject {
	return {
		id: row.id,
		first_name: row.first_name,
		last_name: row.last_name,
		company: row.company,
		section_work: {
			emails: [{ email: row.work_emails }],
			mobile_numbers: [{ number: row.work_mobile_numbers }],
			addresses: [
				{
					street: row.work_street,
					house_number: row.work_house_number,
					zip_code: row.work_zip_code,
					city: row.work_city,
				},
			],
		},
	};
}

export const upTo = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

export const batchesOf = <T>(elements: readonly T[]): T[][] =>
	upTo(Math.ceil(elements.length / BATCH), (index) => elements.slice(index * BATCH, (index + 1) * BATCH));

export interface DocumentItem extends IDataObject {
	contactId: string;
	eventId: string;
}

/** One item for each PDF to download. */
export const documentItems = (size: number): DocumentItem[] =>
	upTo(size, (index) => ({ contactId: contactId(index % DOCUMENTS), eventId: eventId(index % DOCUMENTS) }));

/** Contacts of which one field is to change. */
export const changedContacts = (size: number): IDataObject[] =>
	upTo(size, (index) => ({ id: contactId(index), company: 'Changed GmbH' }));
