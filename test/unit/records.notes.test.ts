/** What is told of an upload: in its output items, and in the hint above them. */
import type { FinishedRow } from '../../nodes/ContactConsent/plan';
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import {
	itemOf,
	sentencesOf,
	uploadItemOf,
	noEmailsIn,
	type Notes,
} from '../../nodes/ContactConsent/resources/records/notes';

const HINT = 'Map them by hand.';

const acceptance = { operationId: 'o', facts: { operation_id: 'o', request_id: 'r' } };
const state = {
	json: { operation_status: 'finished', timed_out: false },
	itemStatus: new Map([['a', 'success']]),
};

describe('the item of a row', () => {
	const row: FinishedRow<Notes> = { id: 'a', at: 0, change: 'changed', notes: {} };
	const some: Notes = { notSent: ['note', 'tags'] };

	it.each<[what: string, row: FinishedRow<Notes>, keys: string]>([
		['accepted', { ...row, acceptance }, 'id accepted change operation_id request_id'],
		[
			'accepted and waited for',
			{ ...row, acceptance, state, notes: some },
			'id accepted change item_status operation_status timed_out not_sent operation_id request_id',
		],
		['unchanged', { ...row, change: 'unchanged', notes: some }, 'id change not_sent'],
	])('%s: its keys in their order', (_what, one, keys) => {
		expect(Object.keys(itemOf(one, false)).join(' ')).toBe(keys);
	});

	it('of a dry run says what would change', () => {
		const changes = { title: { from: null, to: 'Dr.' } };
		expect(itemOf({ ...row, notes: { ...some, changes } }, true)).toEqual({
			...{ id: 'a', dry_run: true, exists: true, changes, not_sent: ['note', 'tags'] },
		});
		expect(itemOf({ ...row, change: 'created' }, true)).toEqual({
			...{ id: 'a', dry_run: true, exists: false, changes: {} },
		});
	});
});

it('the item of an upload counts its elements, with all names that are not sent', () => {
	const notes = [{ notSent: ['note', 'x'] }, {}, { notSent: ['note', 'tags'] }];
	const item = uploadItemOf({ acceptance, ids: ['a', 'b', 'c'], notes, state });
	expect(Object.entries(item)).toEqual([
		['operation_id', 'o'],
		['request_id', 'r'],
		['count', 3],
		['ids', ['a', 'b', 'c']],
		['operation_status', 'finished'],
		['timed_out', false],
		['not_sent', ['note', 'x', 'tags']],
	]);
	expect(uploadItemOf({ acceptance, ids: ['a'], notes: [{}] })).not.toHaveProperty('not_sent');
});

describe('the hint', () => {
	const texts = (notes: Notes[], dryRun = false) => {
		const sentences = sentencesOf(notes, contactModel, { dryRun, hint: HINT });
		expect(sentences.every(({ isWarning }) => isWarning)).toBe(true);
		return sentences.map(({ text }) => text);
	};

	it('says nothing where there is nothing to say', () => {
		expect(texts([{}, { notSent: [] }])).toEqual([]);
		expect(texts([{ changes: {}, noEmails: [] }], true)).toEqual([]);
	});

	it('names what is not sent, by the reason, each name once', () => {
		const notes = [
			{ notSent: ['note', 'x'] },
			{ notSent: ['note', 'tags'] },
			{ notSent: ['tags', 'consents'] },
		];
		expect(texts(notes)).toEqual([
			`Not sent, because contacts have no such column: note, x. ${HINT}`,
			'Not sent, because these columns are read-only: tags, consents.',
		]);
		expect(texts([{ notSent: ['tags'] }])).toHaveLength(1);
	});

	it.each([
		[20, /: c0, .*, c19\. Map/],
		[21, /: c0, .*, c19 and 1 more\. Map/],
	])('names no more than 20 of %i', (count, words) => {
		const names = Array.from({ length: count }, (_, at) => `c${at}`);
		expect(texts([{ notSent: names }])[0]).toMatch(words);
	});

	it('names entries that lists lose', () => {
		const notes: Notes[] = [
			{ removed: { 'Work Emails': 1 } },
			{},
			{ removed: { 'Work Emails': 2, Tags: 1 } },
		];
		expect(texts(notes)).toEqual([
			'Removed: 3 entries of Work Emails (2 contacts), 1 entry of Tags (1 contact).',
		]);
		expect(texts(notes.slice(0, 1), true)).toEqual(['Would be removed: 1 entry of Work Emails (1 contact).']);
	});

	it('names what is not kept', () => {
		const notes = [{ notKept: ['test', 'section_work.color'] }, { notKept: ['test'] }];
		expect(texts(notes)).toEqual([
			'Not kept, because the contract does not know them: test, section_work.color. To send them back, set Unknown Fields to Send as They Are.',
		]);
	});

	it('of a dry run says what would be erased, and which e-mails are none', () => {
		const notes: Notes[] = [
			{
				changes: { title: { from: 'Dr.', to: null }, company: { from: 'A', to: 'B' } },
				noEmails: ['Work Emails "x.org"', 'Private Emails "y"'],
			},
			{ changes: { title: { to: 'Dr.' } }, noEmails: ['Work Emails "x.org"'] },
		];
		expect(texts(notes, true)).toEqual([
			'Something would be erased in 1 contact.',
			'Not an e-mail address: Work Emails "x.org", Private Emails "y".',
		]);
	});
});

it('e-mails that are no addresses are found in each column of e-mails', () => {
	const mails = (...all: string[]) => ({ emails: all.map((email) => ({ email })) });
	const upload = {
		section_work: mails('a@x.org', 'x.org', 'z'.repeat(101)),
		section_private: mails('b@x.org'),
		website: 'x.org',
	};
	const long = `Work Emails "${'z'.repeat(99)}…"`;
	expect(noEmailsIn(contactModel, upload)).toEqual(['Work Emails "x.org"', long]);
	expect(noEmailsIn(contactModel, { section_work: { emails: 'odd' } })).toEqual(['Work Emails "odd"']);
	for (const email of ['x.org', 'ada@', '@x.org', 'ada @ x.org'])
		expect(noEmailsIn(employeeModel, { email })).toEqual([`Email "${email}"`]);
	expect(noEmailsIn(employeeModel, { email: 'Ada <a@x.org>', tags: ['x'] })).toEqual([]);
	expect(noEmailsIn(contactModel, {})).toEqual([]);
});
