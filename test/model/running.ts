/** Lives of the trigger that tests tell step by step. */
import { production } from './driver';
import { NOW } from './explore';
import { Life, SETTINGS, type LifeSettings } from './life';
import type { Way } from './n8n';
import { problemsOf } from './oracle';
import { SERVICE, type ServiceOptions } from './service';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export interface Given {
	way?: Way;
	settings?: Partial<LifeSettings>;
	service?: Partial<ServiceOptions>;
}

export const lifeOf = ({ way = 'durable', settings, service }: Given = {}) =>
	new Life(production, { ...SERVICE, ...service }, way, { ...SETTINGS, ...settings }, NOW);

export const tick = async (life: Life, ...how: Parameters<Life['poll']>) => {
	life.now += MINUTE;
	return await life.poll(...how);
};

/** Lets minutes pass, with a poll at the end of each. */
export async function minutes(life: Life, count: number, each: (minute: number) => void = () => undefined) {
	for (let minute = 0; minute < count; minute++) {
		each(minute);
		await tick(life);
	}
}

/** A trigger that has been running for hours. */
export async function running(given: Given = {}): Promise<Life> {
	const life = lifeOf(given);
	await life.publish();
	await tick(life);
	life.now += 3 * HOUR;
	await tick(life);
	return life;
}

export const addMany = (life: Life, count: number, age: number, apart: number) => {
	for (let index = 0; index < count; index++) life.service.add(life.now - age + index * apart, 'update');
};

export const until = async (life: Life, count: number) => {
	while (delivered(life).length < count) await tick(life);
};

export const delivered = (life: Life) => life.executions.flat();
export const problems = (life: Life) => problemsOf(life.verdict());
export const judge = async (life: Life) => {
	await life.settle(9, 15 * MINUTE);
	expect(problems(life).map((text) => text.slice(0, 200))).toEqual([]);
};
