import type { Resource } from '../../common/operation';
import { ping } from './ping';

export const health: Resource = { value: 'health', name: 'Health', operations: [ping] };
