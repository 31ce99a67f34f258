/** The measured work and its data. */
import type { Seed } from '../../sandbox';

/** The contenders: this package, and the workflow built by hand. */
export const CONTENDERS = ['package', 'byHand'] as const;
export type Contender = (typeof CONTENDERS)[number];

/** Added round-trip times, in milliseconds. */
export const DISTANCES = [0, 20, 100, 200];

/** Elements of one request, as the service allows. */
export const BATCH = 1000;
export const PDF_BYTES = 200_000;
/** Few documents are downloaded many times, because making PDFs is not measured. */
export const DOCUMENTS = 50;

export const upTo = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

export const contactId = (index: number): string => `contact-${String(index + 1).padStart(6, '0')}`;
export const eventId = (index: number): string => `event-${String(index + 1).padStart(6, '0')}`;

/** The same two functions and the row of a table, as JavaScript for the Code node that makes the rows. */
const ID = `'contact-' + String(index + 1).padStart(6, '0')`;
const DOCUMENT = (word: string) => `'${word}-' + String((index % ${DOCUMENTS}) + 1).padStart(6, '0')`;
const CONTACT = `{
	id: ${ID}, first_name: 'Ada', last_name: 'Brandt', company: 'Example GmbH',
	work_emails: 'person' + (index + 1) + '@example.com', work_mobile_numbers: '+49 151 ' + (10000000 + index),
	work_street: 'Teststraße', work_house_number: String(index + 1), work_zip_code: '10115', work_city: 'Leipzig',
}`;

export interface Case {
	title: string;
	/** The noun in the plural. */
	unit: string;
	size: number;
	/** JavaScript that makes one input row from its `index`. Without it, the input is one empty row. */
	row?: string;
	/** Prepares the service before the work begins. */
	seed: (size: number) => Seed;
}

const CLEAR = { unit: 'contacts', size: 20_000, row: CONTACT, seed: () => ({}) };
const KEEP = {
	unit: 'contacts',
	size: 2000,
	row: `{ id: ${ID}, company: 'Changed GmbH' }`,
	seed: (size: number) => ({ contacts: size }),
};
const DELETE = {
	unit: 'contacts',
	size: 500,
	row: `{ id: ${ID} }`,
	seed: (size: number) => ({ contacts: size }),
};

export const CASES = {
	upload: { title: 'Upload, Fields Not Sent: Clear', ...CLEAR },
	keep: { title: 'Upload, Fields Not Sent: Keep', ...KEEP },
	uploadNoWait: { title: 'Upload, Clear, Wait Until Finished off', ...CLEAR },
	keepNoWait: { title: 'Upload, Keep, Wait Until Finished off', ...KEEP },
	get: {
		title: 'Get',
		unit: 'contacts',
		size: 1000,
		row: `{ id: ${ID} }`,
		seed: (size: number) => ({ contacts: size }),
	},
	delete: { title: 'Delete, On Error: Stop', ...DELETE },
	deleteContinue: { title: 'Delete, On Error: Continue', ...DELETE },
	documents: {
		title: 'Download PDFs of 200 KB',
		unit: 'PDFs',
		size: 200,
		row: `{ contactId: ${DOCUMENT('contact')}, eventId: ${DOCUMENT('event')} }`,
		seed: () => ({ contacts: DOCUMENTS, events: DOCUMENTS, eventTypes: ['documentation'] }),
	},
	history: {
		title: 'Event history, Return All',
		unit: 'events',
		size: 20_000,
		seed: (size: number) => ({ contacts: 100, events: size, received: true }),
	},
	poll: {
		title: 'Trigger poll',
		unit: 'events waiting',
		// This is half of what a poll can deliver. With a full poll, the package would look no further.
		size: 500,
		seed: (size: number) => ({ contacts: 100, events: size, eventsStepMs: 1, eventTypes: ['update'] }),
	},
} satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;
export const caseNames = Object.keys(CASES) as CaseName[];
export const caseOf = (name: CaseName): Case => CASES[name];
/** Runs once unmeasured, to check that it works and to compile the code. */
export const quickSize = (name: CaseName): number => caseOf(name).size / 10;
export const isUpload = (name: CaseName): boolean => /^(upload|keep)/.test(name);

/** One run of a contender. */
export interface Sample {
	contender: Contender;
	ms: number;
	/** CPU of n8n in this time; NaN where the system does not tell it. */
	cpuMs: number;
}
