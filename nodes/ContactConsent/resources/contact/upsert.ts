import { upsertOf } from '../../upload/upsert';
import { contactModel } from './columns';
import { contactEndpoint } from './requests';
import { words } from './words';

export const upsert = upsertOf(contactModel, contactEndpoint, words);
