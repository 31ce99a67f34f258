import type { Resource } from '../../common/operation';
import { getLatest } from './getLatest';
import { getMany } from './getMany';
import { trigger } from './triggerTestEvent';

export const event: Resource = { value: 'event', name: 'Event', operations: [getMany, getLatest, trigger] };
