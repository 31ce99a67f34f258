/** Events arrive in time. The oracle knows by which poll each has to arrive. */
import { NOW } from './explore';
import { cases, oneByDay } from '../support/cases';
import { WAYS } from './n8n';
import { delivered, HOUR, judge, lifeOf, MINUTE, minutes, running, SECOND, tick } from './running';
import type { DocumentState } from './service';

describe.each(oneByDay(WAYS, 1))('with state "%s",', (way) => {
	it.each<DocumentState>(['never', 'later', 'failing'])(
		'withdrawals do not wait while twelve PDFs a minute are %s',
		async (document) => {
			const life = await running({ way });
			const long = cases(25, 100);
			await minutes(life, long, () => {
				for (let count = 0; count < 12; count++) {
					life.service.add(life.now + count * SECOND, 'documentation', { document });
				}
				life.service.add(life.now + 30 * SECOND, 'confirm');
				if (life.now % (2 * MINUTE) === 0) life.service.takeElsewhere();
			});
			expect(delivered(life).filter(({ type }) => type === 'confirm').length).toBeGreaterThanOrEqual(
				long - 1,
			);
			expect(life.largestState).toBeLessThan(256 * 1024);
			await judge(life);
		},
		60_000,
	);

	it('one PDF that hangs does not hold up the others', async () => {
		const life = await running({ way });
		const hanging = life.service.add(life.now, 'documentation', { document: 'failing' });
		life.service.hangs = ({ path }) => path[2] === hanging.id;
		const added: string[] = [];
		await minutes(life, 90, () => {
			for (let count = 0; count < 7; count++) {
				added.push(life.service.add(life.now + count, 'documentation').id);
			}
		});
		await minutes(life, 3);
		const items = delivered(life).filter(({ event_id }) => event_id !== hanging.id);
		expect(items).toHaveLength(added.length);
		const withPdf = items.filter(({ documentation_status: status }) => status === 'downloaded');
		expect(withPdf).toHaveLength(added.length);
		expect(life.oracle.world.late).toEqual([]);
	});

	it('while the document service answers nothing, only documents wait, for at most a day', async () => {
		const life = await running({ settings: { documentationWait: 10 * MINUTE }, way });
		life.judgesLateness = false;
		life.service.hangs = ({ path }) => path[0] === 'documentation';
		await minutes(life, 40, () => {
			for (let count = 0; count < 12; count++) life.service.add(life.now + count, 'documentation');
			life.service.add(life.now, 'update');
		});
		const kinds = () => delivered(life).map(({ type, documentation_status: status = '' }) => type + status);
		expect(kinds().filter((kind) => kind === 'update')).toHaveLength(40);
		expect(kinds().filter((kind) => kind === 'documentationunavailable').length).toBeLessThan(40);
		life.service.hangs = () => false;
		await judge(life);
	});

	it('if an event has no time or one in the future, the wait for its document counts from when it was first seen', async () => {
		const life = await running({ way });
		life.judgesLateness = false;
		life.service.add(life.now, 'documentation', { document: 'never', isTimeless: true });
		life.service.add(life.now + 30 * 24 * HOUR, 'documentation', { document: 'never' });
		const [timeless] = life.service.world.events;
		const ids = () => delivered(life).map(({ event_id }) => event_id);
		await minutes(life, 55, () => void (timeless && (timeless.time = life.now)));
		expect(ids()).toEqual([]);
		await minutes(life, 10, () => void (timeless && (timeless.time = life.now)));
		expect(ids()).toEqual(['e1', 'e2']);
	});

	it('documents arrive although the document service answers nothing for more than a day', async () => {
		const life = await running({ settings: { documentationWait: 10 * MINUTE }, way });
		life.judgesLateness = false;
		life.service.hangs = ({ path }) => path[0] === 'documentation';
		for (let count = 0; count < 300; count++) life.service.add(life.now + count, 'documentation');
		for (let quarter = 0; quarter < 4 * 25; quarter++) {
			life.now += 14 * MINUTE;
			await tick(life);
		}
		expect(delivered(life)).toHaveLength(300);
		await judge(life);
	});

	it.each([
		[7, 'asc'],
		[0, 'desc'],
	] as const)(
		'more events within the look-back than a poll has time for arrive in time: audit %d days, history %s',
		async (auditDays, historyOrder) => {
			const life = await running({
				settings: { pageSize: 4, auditDays },
				service: { latency: 400, historyOrder },
				way,
			});
			// The events come one by one and are delivered while there is time.
			await minutes(life, 30, (minute) => {
				const many = minute < 10 ? 28 : 1;
				for (let count = 0; count < many; count++) life.service.add(life.now + count * SECOND, 'update');
				life.service.takeElsewhere();
			});
			expect(life.oracle.world.late).toEqual([]);
		},
		60_000,
	);
});

it.each([
	['updates', 'update'],
	['documentation events', 'documentation'],
] as const)(
	'a first delivery that does not fit brings no event that others received before: %s',
	async (_, kind) => {
		for (const way of oneByDay(WAYS)) {
			const life = lifeOf({ settings: { maxEvents: 300 }, way });
			for (let index = 0; index < 1400; index++) {
				const isTakenElsewhere = index % 3 === 0;
				const received = { received: isTakenElsewhere, isTakenElsewhere };
				life.service.add(NOW - HOUR + index * SECOND, kind, { ...received, document: 'never' });
			}
			await life.publish();
			await judge(life);
			expect(delivered(life)).toHaveLength(933);
		}
	},
);
