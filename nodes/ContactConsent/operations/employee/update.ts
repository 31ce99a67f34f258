import { updateOf } from '../../upload/upsertOperation';
import { employeeModel } from './employeeColumns';
import { employeeEndpoint } from './requests';
import { words } from './employeeTexts';

export const update = updateOf(employeeModel, employeeEndpoint, words);
