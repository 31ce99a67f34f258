import type { Refusal } from './types';

/** Words that the messages of several files share. */

export const IN_CREDENTIALS = 'in the Contact Consent API credentials';
export const PROXY_SETTINGS = "n8n's environment variables HTTP_PROXY and HTTPS_PROXY";

/** A text as a message and a description: its first sentence says what happened, the others how to go on. */
export function asRefusal(said: string): Refusal {
	const [message = '', ...rest] = said.split('. ');
	return { message, description: rest.join('. ') };
}
