/* eslint-disable */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Owner } from './api';
import { readText } from '../../test/support/hash';
import type { UserFolder } from '../n8n/paths';

/** Secrets of the person who runs the playground. Each user folder has its own. */
export interface Secrets {
	owner: Owner;
	/** What opens the upload page, for people without an account. */
	uploadPage: { user: string; password: string };
}

const random = () => randomBytes(18).toString('base64url');

/** n8n asks for a digit and a capital letter, which 24 random characters do not always contain. */
const invented = (): Secrets => ({
	owner: { email: 'owner@example.com', password: `${random()}-7A`, firstName: 'Play', lastName: 'Ground' },
	uploadPage: { user: 'upload', password: random() },
});

/**
 * Reads the secrets of a folder. At the first time it makes them and saves them in a file that only the owner can
 * read.
 */
export async function secretsOf(folder: UserFolder): Promise<Secrets> {
	const present = await readText(folder.secrets);
	if (present !== undefined) return JSON.parse(present) as Secrets;
	const secrets = invented();
	await mkdir(dirname(folder.secrets), { recursive: true });
	await writeFile(folder.secrets, JSON.stringify(secrets, null, 2), { mode: 0o600 });
	// The mode above applies only to a new file, and the umask reduces it.
	await chmod(folder.secrets, 0o600);
	return secrets;
}
