import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts } from '../../nodes/ContactConsent/transport/types';

/** A failed request with these facts; its words do not matter. */
export const failure = (facts: FailureFacts) => new ServiceError({ message: 'no', description: '' }, facts);
