/* eslint-disable */
/** What package.json tells n8n. search.test.ts checks the codex files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ContactConsent } from '../../nodes/ContactConsent/ContactConsent.node';

const ROOT = join(__dirname, '..', '..');

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;

it('package.json publishes only built files and depends on n8n alone', () => {
	expect(manifest).toMatchObject({
		name: 'n8n-nodes-contact-consent',
		license: 'MIT',
		files: ['dist/credentials', 'dist/icons', 'dist/nodes'],
		peerDependencies: { 'n8n-workflow': '*' },
	});
	const wanted = 'n8n-community-node-package crm newsletter opt-in pdf gdpr dsgvo'.split(' ');
	expect(manifest.keywords).toEqual(expect.arrayContaining(wanted));
	expect(manifest.description).toMatch(new ContactConsent().description.description);
	for (const key of ['dependencies', 'overrides', 'bundledDependencies', 'optionalDependencies']) {
		expect(manifest).not.toHaveProperty(key);
	}
});
