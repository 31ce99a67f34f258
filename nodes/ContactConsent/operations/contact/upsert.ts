import { upsertOf } from '../../upload/upsertOperation';
import { consentColumns } from './consentColumns';
import { contactModel } from './contactColumns';
import { contactEndpoint } from './requests';
import { words } from './contactTexts';

export const upsert = upsertOf(contactModel, contactEndpoint, words, consentColumns);
