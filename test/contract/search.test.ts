/* eslint-disable */
/** Words that people type into the nodes panel, searched with the function of n8n's editor. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { resources } from '../../nodes/ContactConsent/operations';
import { action, trigger } from '../support/description';

const FOLDER = join(__dirname, '..', '..', 'nodes', 'ContactConsent');

interface Codex {
	node: string;
	categories: string[];
	subcategories?: unknown;
	alias: string[];
}

const codexOf = (file: string) =>
	JSON.parse(readFileSync(join(FOLDER, `${file}.node.json`), 'utf8')) as Codex;

const ours = [
	{ codex: codexOf('ContactConsent'), displayName: action.description.displayName },
	{ codex: codexOf('ContactConsentTrigger'), displayName: trigger.description.displayName },
].map((properties) => ({ properties }));

/** Other nodes that the fuzzy search also finds. */
const others = [
	'No Operation, do nothing',
	'Dropcontact',
	'Extract from File',
	'Permit.io',
	'Newsletter Desk',
].map((displayName) => ({ properties: { displayName, codex: { alias: ['PDF to Text', 'contact form'] } } }));

it.each([
	...['consent', 'consents', 'contact consent', 'opt-in', 'opt in', 'double opt-in', 'double opt in'],
	...['newsletter', 'GDPR', 'DSGVO', 'privacy', 'permission', 'contact', 'PDF', 'employee'],
	...['upload contacts', 'address book', 'customer', 'kontakt', 'withdraw', 'import contacts'],
	...['import csv', 'upload spreadsheet', 'import excel', 'kontakte importieren', 'Einwilligung', 'widerruf'],
	...['consentement', 'delete contact', 'withdraw consent'],
])('typing "%s" finds both nodes near the top', (typed) => {
	const found = sublimeSearch(typed.toLowerCase(), [...others, ...ours]).map(({ item }) => item);
	for (const node of ours) expect(found.slice(0, 4)).toContain(node);
});

it.each(['newsletter', 'delete contact', 'withdraw consent'])(
	'"%s" is a search word of both nodes',
	(word) => {
		for (const { properties } of ours) expect(properties.codex.alias).toContain(word);
	},
);

/** Names that many nodes have for an operation. Nobody looks for this node by them. */
const OF_ANY_NODE = ['get many'];

it.each([
	...resources.flatMap(({ operations }) => operations.map(({ name }) => name.toLowerCase())),
	...['create or update contacts', 'set consent of contact', 'download consent pdf', 'update contacts'],
])('the operation "%s" is found by its name', (typed) => {
	if (!typed.includes(' ') || OF_ANY_NODE.includes(typed)) return;
	const found = sublimeSearch(typed, [...others, ...ours]).map(({ item }) => item);
	expect(found.slice(0, 4)).toContain(ours[0]);
});

it('each codex file belongs to one of the two nodes', () => {
	const nodes = ours.map(({ properties }) => properties.codex.node.split('.'));
	const names = [action, trigger].map(({ description: { name } }) => name);
	expect(nodes).toEqual(names.map((name) => ['n8n-nodes-contact-consent', name]));
});

it("the categories are in the list of n8n's documentation, without a subcategory", () => {
	for (const { properties } of ours) {
		expect(properties.codex.categories).toEqual(['Marketing & Content', 'Communication']);
		expect(properties.codex).not.toHaveProperty('subcategories');
	}
});
