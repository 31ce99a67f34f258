import { undoOf } from '../../upload/undoOperation';
import { employeeModel } from './employeeColumns';
import { employeeEndpoint } from './requests';

export const undoUpload = undoOf(employeeModel, employeeEndpoint);
