import { upsertOf } from '../../upload/upsertOperation';
import { employeeModel } from './employeeColumns';
import { employeeEndpoint } from './requests';
import { words } from './employeeTexts';

export const upsert = upsertOf(employeeModel, employeeEndpoint, words);
