/* eslint-disable */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { CredentialData, Owner } from './api';
import { readText } from '../../test/support/hash';
import type { UserFolder } from './paths';

/** What only whoever runs the playground may know; each user folder has its own. */
export interface Secrets {
	owner: Owner;
	/** What callers of the recipes' own addresses have to send. */
	callersKey: string;
}

const random = () => randomBytes(18).toString('base64url');

/** n8n asks for a number and a capital letter, which 24 random characters do not always have. */
const invented = (): Secrets => ({
	owner: { email: 'owner@example.com', password: `${random()}-7A`, firstName: 'Play', lastName: 'Ground' },
	callersKey: `Bearer ${random()}`,
});

/** Reads the secrets of a folder. The first time, it invents them and keeps them where only their owner can read. */
export async function secretsOf(folder: UserFolder): Promise<Secrets> {
	const present = await readText(folder.secrets);
	if (present !== undefined) return JSON.parse(present) as Secrets;
	const secrets = invented();
	await mkdir(dirname(folder.secrets), { recursive: true });
	await writeFile(folder.secrets, JSON.stringify(secrets, null, 2), { mode: 0o600 });
	// The mode above is only for a new file, and less what the umask takes away.
	await chmod(folder.secrets, 0o600);
	return secrets;
}

/** The credentials of the recipes' addresses in n8n. */
export const callersCredential = ({ callersKey }: Secrets): CredentialData => ({
	...CALLERS_KEY,
	data: { name: 'Authorization', value: callersKey },
});

export const CALLERS_KEY = { name: 'Key for callers (playground)', type: 'httpHeaderAuth' };
