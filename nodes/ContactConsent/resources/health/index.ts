import type { Resource } from '../../operation';
import { ping } from './ping';

export const health: Resource = { value: 'health', name: 'Health', operations: [ping] };
