import { nameIsNoId } from '../common/nameIsNoId';
import type { Refusal } from '../transport/types';

/** The words of a 404 for one record. They are shown by operations that have the option On Not Found. */
export const recordNotFound = (noun: string, id: string): Refusal => ({
	message: `There is no ${noun} with the ID "${id}"`,
	description: `Check the ID.${nameIsNoId(noun, id)} If a missing ${noun} is fine, set the option 'On Not Found'.`,
});
