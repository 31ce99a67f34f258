import type { Resource } from '../common/operation';
import { contact } from './contact';
import { documentation } from './documentation';
import { employee } from './employee';
import { event } from './event';
import { health } from './health';
import { operation } from './uploadStatus';

/** Everything the action node can do. Both dropdowns, the fields and the routing follow from this list. */
export const resources: readonly Resource[] = [contact, documentation, employee, event, health, operation];
