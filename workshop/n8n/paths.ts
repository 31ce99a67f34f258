/* eslint-disable */
import { join } from 'node:path';

/** The private package that pins n8n and Node. */
export const N8N_DIR = __dirname;

export interface UserFolder {
	/** The value of N8N_USER_FOLDER; n8n is also started in it, so that `.n8n-files/…` resolves here. */
	root: string;
	/** Holds n8n's database and its encryption key. */
	n8n: string;
	/** n8n installs community packages here. */
	nodes: string;
	/** The only folder that workflows may read and write, as in an n8n out of the box. */
	files: string;
	documents: string;
	log: string;
	/** Says who runs n8n on this folder. */
	lock: string;
	/** The login of its n8n, and the key of callers; only its owner may read it. */
	secrets: string;
}

export function userFolder(root: string): UserFolder {
	const files = join(root, '.n8n-files');
	return {
		root,
		n8n: join(root, '.n8n'),
		nodes: join(root, '.n8n', 'nodes'),
		files,
		documents: join(files, 'documents'),
		log: join(root, 'n8n.log'),
		lock: join(root, 'running.json'),
		secrets: join(root, 'secrets.json'),
	};
}
