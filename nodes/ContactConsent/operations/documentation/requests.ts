import { nameIsNoId } from '../../common/nameIsNoId';
import type { ServiceRequest } from '../../transport/types';

const DOCUMENTATION_TIMEOUT = 120_000;

/**
 * `GET /documentation/{contactID}[/{eventID}]`: the PDF as a stream.
 *
 * @param eventId `undefined`: the latest PDF of the contact
 */
export const documentationRequest = (contactId: string, eventId?: string): ServiceRequest => ({
	method: 'GET',
	path: ['documentation', contactId, ...(eventId === undefined ? [] : [eventId])],
	expect: 'pdf',
	repeatable: 'safe',
	timeout: DOCUMENTATION_TIMEOUT,
	refusals: {
		404: {
			message:
				eventId === undefined
					? `There is no consent PDF for the contact "${contactId}"`
					: `There is no consent PDF for the event "${eventId}" of the contact "${contactId}"`,
			description: `Check the IDs.${nameIsNoId('contact', contactId)} Only contacts that have confirmed or updated their data have a consent PDF. If a missing one is fine, set the option 'On Not Found'.`,
		},
		410: {
			message: `The consent PDF of the contact "${contactId}" is no longer available`,
			description: 'The service keeps PDFs for a limited time. Trying again does not bring it back.',
		},
	},
});
