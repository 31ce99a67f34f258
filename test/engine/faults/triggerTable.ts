/* eslint-disable */
/** Plays faults on the trigger. Each event must reach an execution all the same. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../sandbox';
import { WAYS, type Way } from '../../model/n8n';
import { isNewestEngine } from '../../support/engine';
import { forgetWaits } from '../../support/forget';
import { ActiveTrigger } from '../../support/poll';
import { crashOf, withoutWaiting, type Lab } from './lab';
import { fieldsOf, switchedOn } from './operations';

export interface TriggerCell {
	operation: 'trigger';
	persistence: Way;
	events: number;
	lost: number;
	repeated: number;
	/** How many documentation events came without their PDF. */
	withoutPdf: number;
	wrong: string[];
}

const FAULTS: Record<string, Fault> = {
	...Object.fromEntries([400, 401, 404, 429, 500, 503].map((status) => [`status ${status}`, { status }])),
	'reset before the effect': { reset: 'before' },
	'reset after the effect': { reset: 'after' },
	'body cut off': { truncate: 20 },
	'stalled before the answer': { delayMs: 3_600_000 },
	'stalled within the body': { stall: true },
	'HTML page with status 200': { status: 200, body: '<html>', contentType: 'text/html', effect: true },
	'nothing with status 200': { status: 200, body: '', effect: true },
	'invalid JSON': { status: 200, body: '[{"id":"x"', contentType: 'application/json', effect: true },
	'JSON null': { status: 200, body: null, effect: true },
	'redirect 302': { status: 302, location: 'http://127.0.0.1:1/' },
	'a page cursor without end': { headers: { 'next-cursor': 'again' }, times: Infinity },
};

/** How the n8n under test may keep the state: an older n8n only polls from memory. */
const waysHere: readonly Way[] = isNewestEngine ? WAYS : ['memory'];

/** These faults are also tried as lasting ones. */
const LASTING = /^(status 429|status 503|reset after the effect|body cut off)$/;

const DAY = 86_400_000;

interface Course {
	name: string;
	fault?: Fault;
	sandbox?: Parameters<Lab['sandbox']['reset']>[0];
	options?: IDataObject;
	/** True if a PDF may be missing for good. */
	mayLackPdf?: boolean;
}

/** The paths that the trigger requests in an undisturbed course, such as `/v1/documentation/*`. */
async function endpointsOf(lab: Lab): Promise<string[]> {
	await play(lab, 'memory', { name: 'undisturbed' });
	const paths = lab.sandbox.log.all().map(({ path }) => path.replace(/^(\/v1\/\w+\/)(?!latest$).+/, '$1*'));
	return [...new Set(paths)];
}

function coursesOf(endpoints: string[]): Course[] {
	const faults = endpoints.flatMap((path) =>
		Object.entries(FAULTS).flatMap(([name, fault]): Course[] => {
			// A document that is not found is final.
			const mayLackPdf = path.includes('/documentation/') && name === 'status 404';
			const once = { name: `${name} on ${path}, once`, fault: { path, ...fault }, mayLackPdf };
			const lasting = {
				...once,
				name: `${name} on ${path}, for a while`,
				fault: { ...once.fault, times: 8 },
			};
			return LASTING.test(name) ? [once, lasting] : [once];
		}),
	);
	return [
		...faults,
		{ name: 'clock a day behind', sandbox: { dateSkewMs: -DAY } },
		{ name: 'clock a day ahead', sandbox: { dateSkewMs: DAY } },
		{ name: 'limit capped', sandbox: { maxLimit: 2 } },
		{ name: 'limit ignored', sandbox: { maxLimit: 50 }, options: { pageSize: 1, maxEvents: 4 } },
	];
}

/** Events come before, during and after the fault, which ends by the fourth poll. */
const FAULT_ENDS = 3;
const POLLS = 6;
/** A PDF that failed is tried again after a pause. */
const MORE_POLLS = 40;

async function play(lab: Lab, persistence: Way, course: Course): Promise<TriggerCell> {
	const { sandbox, engine } = lab;
	sandbox.reset(course.sandbox);
	forgetWaits();
	const parameters = switchedOn(fieldsOf('ContactConsentTrigger'));
	parameters.options = { ...(parameters.options as IDataObject), ...course.options };
	const credentials = lab.credentials as never;
	const trigger = new ActiveTrigger({ engine, way: persistence, credentials, parameters });
	// This is the time that a stalled answer may take of a poll.
	trigger.budget = 1_500;
	const wrong: string[] = [];
	const ids: string[] = [];
	// All events happen now: the promise begins with the first poll.
	const seed = (events: number) => ids.push(...sandbox.seed({ events, eventsStepMs: 0 }).eventIds);
	const poll = async (act: () => Promise<unknown>) => {
		await act().catch((error: Error) => wrong.push(...crashOf(error)));
	};
	const isComplete = () => ids.every((id) => trigger.ids.includes(id));

	seed(9);
	await poll(async () => await trigger.publish());
	seed(9);
	if (course.fault) sandbox.faults.add(course.fault);
	for (let index = 0; index < POLLS || (index < MORE_POLLS && !isComplete()); index++) {
		if (index === FAULT_ENDS) {
			sandbox.faults.clear();
			seed(3);
		}
		// The next try for a PDF comes after a quarter of the time that it has waited so far.
		if (index >= POLLS) await sleep(50);
		await poll(async () => await trigger.tick());
	}
	const reached = new Set(trigger.ids);
	const items = trigger.executions.flat();
	const lost = ids.filter((id) => !reached.has(id)).length;
	const repeated = trigger.ids.length - reached.size;
	const withoutPdf = items.filter(({ json, binary }) => json.type === 'documentation' && !binary).length;
	wrong.push(...lab.offences([trigger.executions, trigger.stored]));
	if (lost > 0) wrong.push(`${lost} lost`);
	if (repeated > 0) wrong.push(`${repeated} repeated`);
	if (withoutPdf > 0 && !course.mayLackPdf) wrong.push(`${withoutPdf} without PDF`);
	return {
		operation: 'trigger',
		persistence,
		events: ids.length,
		lost,
		repeated,
		withoutPdf,
		wrong: wrong.map((one) => `${persistence}, ${course.name}: ${one}`),
	};
}

export async function* triggerTable(lab: Lab, only: (name: string) => boolean = () => true) {
	const courses = coursesOf(await endpointsOf(lab)).filter(({ name }) => only(name));
	for (const persistence of waysHere) {
		for (const course of courses) {
			yield await withoutWaiting(async () => await play(lab, persistence, course));
		}
	}
}
