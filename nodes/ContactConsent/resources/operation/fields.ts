import { idField } from '../fields';

/** One of the service's Operations. */
export const operationIdField = idField(
	'operationId',
	'Upload Operation',
	"The upload to look up; its ID is in operation_id of the upload's output",
	'searchOperations',
	'7f8b2c1e-5d2a-4f0e-9a55-1c0e8d1b7a34',
);
