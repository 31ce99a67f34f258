/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { execFileSync } from 'node:child_process';

/** A certificate that nobody has signed, and its key: made on the spot, so that no key lies in the repository. */
export function selfSigned(): { key: string; cert: string } {
	const name = ['-subj', '/CN=localhost', '-days', '1', '-nodes'];
	const both = execFileSync(
		'openssl',
		['req', '-x509', '-newkey', 'rsa:2048', '-keyout', '-', '-out', '-', ...name],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const part = (what: string) =>
		new RegExp(`-----BEGIN ${what}-----[\\s\\S]*-----END ${what}-----`).exec(both)?.[0] ?? '';
	return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') };
}
