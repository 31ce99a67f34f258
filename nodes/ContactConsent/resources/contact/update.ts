import { updateOf } from '../../upload/upsert';
import { contactModel } from './columns';
import { contactEndpoint } from './requests';
import { words } from './words';

export const update = updateOf(contactModel, contactEndpoint, words);
