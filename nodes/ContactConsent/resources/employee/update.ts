import { updateOf } from '../../upload/upsert';
import { employeeModel } from './columns';
import { employeeEndpoint } from './requests';
import { words } from './words';

export const update = updateOf(employeeModel, employeeEndpoint, words);
