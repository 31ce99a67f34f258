/* eslint-disable */
import { InvalidInput } from '../../nodes/ContactConsent/operation';

/** The refusal by which something ends that must not be accepted. */
export function refusalOf(fails: () => unknown): InvalidInput {
	try {
		fails();
	} catch (error) {
		if (error instanceof InvalidInput) return error;
		throw error;
	}
	throw new Error('It was accepted');
}
