import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts } from '../../nodes/ContactConsent/transport/types';

/** A failed request of which only its facts matter. */
export const failure = (facts: FailureFacts) => new ServiceError({ message: 'no', description: '' }, facts);
