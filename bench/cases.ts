/** The work that is measured, and the data that it is done with. */
import type { IDataObject } from 'n8n-workflow';

import type { Seed } from '../sandbox';
import { madeUpContact } from '../sandbox/seed';

/**
 * This package, n8n's own nodes, and two bare clients as floors.
 * `perContact` is the workflow of n8n's own nodes with the output of this package: an item for each contact.
 */
export const CONTENDERS = {
	package: 'this package',
	workflow: 'built by hand',
	perContact: 'built by hand, an item for each contact',
	connection: 'floor: connection per request',
	keepAlive: 'floor: keep-alive',
} as const;

export type Contender = keyof typeof CONTENDERS;
export const contenders = Object.keys(CONTENDERS) as Contender[];

/** Elements of one request, as the service allows. */
export const BATCH = 1000;
export const PDF_BYTES = 200_000;
/** Documents to be downloaded, again and again: making PDFs is not what is measured. */
const DOCUMENTS = 50;

export const upTo = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

const contactId = (index: number): string => `contact-${String(index + 1).padStart(6, '0')}`;
const eventId = (index: number): string => `event-${String(index + 1).padStart(6, '0')}`;

/** A contact as the service takes it. */
export const nestedContact = (index: number): IDataObject => {
	const contact = madeUpContact(index) as unknown as IDataObject;
	return { ...contact, data: { source: 'bench', row: String(index) } };
};

/** The upload that a row of a table becomes. */
export const plainContact = (index: number): IDataObject => {
	const { id, first_name, last_name, company, section_work } = nestedContact(index);
	return { id, first_name, last_name, company, section_work };
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

export interface Case {
	title: string;
	/** Plural. */
	unit: string;
	/** The largest is the one that ratios are taken of. */
	sizes: number[];
	quick: number[];
	/** Requests of the floors under way at once, as many as the package has. */
	concurrency: number;
	/** An idle poll is too short for one measurement: the mean of so many. */
	runs?: number;
	/** Highest ratio of the median to the floor of a connection per request, and lowest of the workflow's to ours. */
	goal: { floor?: number; workflow?: number };
	rows: (size: number) => IDataObject[];
	/** The service before the work begins. */
	seed: (size: number) => Seed;
}

const UPLOAD = {
	unit: 'contacts',
	sizes: [5000, 50_000],
	quick: [500, 2000],
	concurrency: 2,
	rows: (size: number) => upTo(size, flatContact),
	seed: () => ({}),
};

export const CASES = {
	'upload-auto': { ...UPLOAD, title: 'Upload, map automatically', goal: { floor: 1.25, workflow: 2 } },
	'upload-define': { ...UPLOAD, title: 'Upload, define below', goal: { floor: 2, workflow: 2 } },
	'upload-json': {
		...UPLOAD,
		title: 'Upload, JSON',
		goal: { floor: 1.25, workflow: 2 },
		rows: (size: number) => upTo(size, nestedContact),
	},
	history: {
		title: 'Event history, Return All',
		unit: 'events',
		sizes: [10_000, 100_000],
		quick: [1000, 3000],
		concurrency: 1,
		goal: { floor: 1.15, workflow: 1.3 },
		rows: () => [{}],
		seed: (size: number) => ({ contacts: 100, events: size, received: true }),
	},
	documents: {
		title: 'Download PDFs of 200 KB',
		unit: 'PDFs',
		sizes: [100, 1000],
		quick: [10, 50],
		concurrency: 8,
		goal: { floor: 1.2, workflow: 3 },
		rows: (size: number) =>
			upTo(size, (index) => ({
				contactId: contactId(index % DOCUMENTS),
				eventId: eventId(index % DOCUMENTS),
			})),
		seed: () => ({ contacts: DOCUMENTS, events: DOCUMENTS, eventTypes: ['documentation'] }),
	},
	poll: {
		title: 'Trigger poll',
		unit: 'events waiting',
		sizes: [0, 1000, 10_000],
		quick: [0, 500],
		concurrency: 1,
		runs: 50,
		goal: {},
		rows: () => [{}],
		// A poll begins with one event that was delivered; the others come afterwards.
		seed: () => ({ contacts: 100, events: 1, eventTypes: ['update'] }),
	},
	merge: {
		title: 'Upload that keeps the fields not sent',
		unit: 'contacts',
		sizes: [500, 5000],
		quick: [50, 200],
		concurrency: 16,
		goal: {},
		rows: (size: number) => upTo(size, (index) => ({ id: contactId(index), company: 'Changed GmbH' })),
		seed: (size: number) => ({ contacts: size }),
	},
} satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;
export const caseNames = Object.keys(CASES) as CaseName[];
export const caseOf = (name: CaseName): Case => CASES[name];

/** The option Parallel Uploads, and so the floors': more is worth it over a distance. */
export const parallelUploads = (isFar: boolean): number => (isFar ? 8 : UPLOAD.concurrency);

export const isUpload = (name: CaseName): boolean => name.startsWith('upload') || name === 'merge';

export const contendersOf = (name: CaseName): Contender[] =>
	contenders.filter((contender) => contender !== 'perContact' || isUpload(name));

/** The service's address, and a folder to write into. */
export interface Place {
	baseUrl: string;
	apiKey: string;
	folder: string;
	/** Whether round-trip time is added. */
	isFar: boolean;
}

/** A contender's way to do a case. */
export interface Task {
	/** Made before the work is measured; default: the rows of the case. */
	input?: (size: number) => IDataObject[];
	/** Brings a poll into the state after its first delivery. */
	begin?: () => Promise<unknown>;
	/** @returns how many things were done */
	run: (rows: IDataObject[]) => Promise<number>;
}
