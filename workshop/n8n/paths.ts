/* eslint-disable */
import { join } from 'node:path';

/** The private package that pins n8n and Node. */
export const N8N_DIR = __dirname;

/** Files that are loaded into n8n's process before n8n. */
export const PRELOADED = ['end-with-parent.cjs', 'own-pages.cjs'].map((name) => join(N8N_DIR, name));

export interface UserFolder {
	/** The value of N8N_USER_FOLDER. n8n is also started in it, so that `.n8n-files/…` is found there. */
	root: string;
	/** Holds n8n's database and its encryption key. */
	n8n: string;
	/** n8n installs community packages here. */
	nodes: string;
	/** The only folder that workflows may read and write, as n8n's default is. */
	files: string;
	documents: string;
	log: string;
	/** A file that says which process runs n8n on this folder. */
	lock: string;
	/** The login of the playground's n8n. Only its owner may read the file. */
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
