/* eslint-disable */
import { InvalidInput } from '../../nodes/ContactConsent/operation';

/** Runs a function that must refuse its input, and returns the refusal. */
export function refusalOf(fails: () => unknown): InvalidInput {
	try {
		fails();
	} catch (error) {
		if (error instanceof InvalidInput) return error;
		throw error;
	}
	throw new Error('It was accepted');
}
