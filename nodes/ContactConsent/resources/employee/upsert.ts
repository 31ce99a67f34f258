import { upsertOf } from '../../upload/upsert';
import { employeeModel } from './columns';
import { employeeEndpoint } from './requests';
import { words } from './words';

export const upsert = upsertOf(employeeModel, employeeEndpoint, words);
