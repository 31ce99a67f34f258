/** Plays one attack of hostile.ts and watches where its requests go. */
import type { IDataObject } from 'n8n-workflow';

import { withoutWaiting } from './faultTable';
import type { Attack } from './hostile';
import type { Lab, Seen } from './lab';
import { furnish, operationId } from './operations';

/** Plays one attack and says what must never happen, and did. */
export async function attack(lab: Lab, { parameters, onError, fault }: Attack): Promise<Seen> {
	furnish(lab.sandbox);
	if (fault) lab.sandbox.faults.add(fault);
	const before = operationId(lab.sandbox);
	const seen = await withoutWaiting(async () => await lab.run({ parameters, onError }));
	const strayed = lab.sandbox.log
		.all()
		.map(({ path }) => path)
		.filter((path) => !pathOf(parameters).test(path));
	seen.offences.push(
		...strayed.map((path) => `a request to ${path}`),
		...(onError && seen.error ? [`stopped in spite of On Error: ${seen.error.message}`] : []),
		...('polluted' in {} ? ['the prototype of all objects is polluted'] : []),
		...(before === '' ? ['the service was not furnished'] : []),
	);
	return seen;
}

const PATHS: Record<string, RegExp> = {
	'contact.upsert': /^\/v1\/(contacts|contacts\/[^/]+|operations\/[^/]+)$/,
	'employee.upsert': /^\/v1\/(employees|operations\/[^/]+)$/,
	contact: /^\/v1\/contacts\/[^/]+$/,
	employee: /^\/v1\/employees\/[^/]+$/,
	documentation: /^\/v1\/documentation\/[^/]+(\/[^/]+)?$/,
	'event.getMany': /^\/v1\/(events|documentation\/[^/]+\/[^/]+)$/,
	'event.getLatest': /^\/v1\/(events\/latest|documentation\/[^/]+\/[^/]+)$/,
	'event.trigger': /^\/v1\/events\/trigger$/,
	health: /^\/v1\/ping$/,
	'operation.getMany': /^\/v1\/operations$/,
	operation: /^\/v1\/operations\/[^/]+$/,
};

const pathOf = ({ resource, operation }: IDataObject): RegExp =>
	PATHS[`${resource as string}.${operation as string}`] ?? PATHS[resource as string] ?? /^$/;
