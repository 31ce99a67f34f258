import { undoOf } from '../../upload/undoUpload';
import { employeeModel } from './employeeColumns';
import { employeeEndpoint } from './requests';

export const undoUpload = undoOf(employeeModel, employeeEndpoint);
