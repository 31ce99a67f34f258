import type { Resource } from '../../common/operation';
import { del } from './delete';
import { get } from './get';
import { getConsents } from './getConsents';
import { setConsent } from './setConsent';
import { undoUpload } from './undoUpload';
import { update } from './update';
import { upsert } from './upsert';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	operations: [upsert, update, undoUpload, del, get, getConsents, setConsent],
};
