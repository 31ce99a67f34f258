/** What the service says of an element, in the words of the row that it came from. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { explain } from '../../nodes/ContactConsent/resources/records/explain';

const REFUSED: IDataObject = {
	id: 'contact-42',
	first_name: 'Ada',
	language: 'x'.repeat(100),
	website: 'y'.repeat(101),
	section_work: {
		emails: [{ email: 'ada@example.com' }, { email: 'not-an-email' }],
		addresses: [{ city: 'Rome', extra_1: 'c/o Byron' }],
	},
	section_private: {
		emails: [{ email: 'ada.example.com' }],
		addresses: [{ city: 'Atlantis' }, ...Array.from({ length: 10 }, () => ({ city: 'Troy' }))],
	},
	planet: null,
};

const entry = (innerKey: string, message = 'is not valid', outerKey = '0') => ({
	outerKey,
	innerKey,
	code: 'invalid',
	message,
});

const inWords = (...of: Parameters<typeof entry>) => explain(contactModel, [entry(...of)], REFUSED);

it.each<[path: string, words: string]>([
	['first_name', 'First Name "Ada": is not valid'],
	['section_work.emails[1].email', 'Work Emails "not-an-email": is not valid'],
	['section_private.emails[0].email', 'Private Emails "ada.example.com": is not valid'],
	['/section_private/emails/0/email', 'Private Emails "ada.example.com": is not valid'],
	['section_work.emails[1]', 'Work Emails: is not valid'],
	['section_work.addresses[0].city', 'Work City "Rome": is not valid'],
	['section_work.addresses[0].extra_1', 'Work Extra 1 "c/o Byron": is not valid'],
	['section_private.addresses[0].city', 'Private City "Atlantis": is not valid'],
	['section_private.addresses[10].city', 'Private City "Troy": is not valid'],
])('the path %s is the column with its value: %s', (path, words) => {
	expect(inWords(path)).toBe(words);
});

it.each([
	'section_work.offices[0].city',
	'section_work.addresses[0].planet',
	'contact-42.first_name',
	'42-a.first_name',
	'planet.name',
])('the path %s, for which there is no column, stands as it is', (path) => {
	expect(inWords(path)).toBe(`${path}: is not valid`);
});

it('a path that goes on below a text is the column without a value', () => {
	expect(inWords('first_name.length')).toBe('First Name: is not valid');
});

it.each<[outer: string, inner: string, words: string]>([
	['0', 'first_name', 'First Name "Ada": is not valid'],
	['first_name', 'format', 'First Name "Ada": is not valid'],
	['first_name', '0', 'First Name "Ada": is not valid'],
	['contact-42', 'planet', 'planet: is not valid'],
	['planet', '12', 'planet: is not valid'],
	['planet', '', 'planet: is not valid'],
	['0', '12', '12: is not valid'],
])('of the keys %j and %j, the one is the path that says most: %s', (outer, inner, words) => {
	expect(inWords(inner, 'is not valid', outer)).toBe(words);
});

it.each<[message: string, words: string]>([
	['first_name is too short', 'is too short'],
	['first_name: is too short', 'is too short'],
	['first_name : is too short', 'is too short'],
	['first_name is too short: three letters', 'is too short: three letters'],
	['first_names are too short: Ada', 'first_names are too short: Ada'],
	['the first_name is too short', 'the first_name is too short'],
	['first_name is\ntoo\n\nshort', 'is too short'],
	['first_name: ', 'was refused (invalid)'],
	['', 'was refused (invalid)'],
])('the words %j, after the column, are %j', (message, words) => {
	expect(inWords('first_name', message)).toBe(`First Name "Ada": ${words}`);
});

it('a value is cut at 100 characters', () => {
	expect(inWords('language')).toBe(`Language "${'x'.repeat(100)}": is not valid`);
	expect(inWords('website')).toBe(`Website "${'y'.repeat(100)}…": is not valid`);
});

it.each<[entries: number, shown: number, rest: string]>([
	[5, 5, ''],
	[6, 5, '; and 1 more'],
	[12, 5, '; and 7 more'],
])('of %i entries %i are shown', (entries, shown, rest) => {
	const all = Array.from({ length: entries }, () => entry('first_name'));
	const words = Array.from({ length: shown }, () => 'First Name "Ada": is not valid').join('; ');
	expect(explain(contactModel, all, REFUSED)).toBe(words + rest);
});

it('where the service names nothing, there is nothing to say', () => {
	expect(explain(contactModel, [], REFUSED)).toBeUndefined();
});
