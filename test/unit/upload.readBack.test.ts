/** What is written is read back, and written once more if the service does not show it. */
import type { IDataObject } from 'n8n-workflow';

import { recordKey, takeTurn } from '../../nodes/ContactConsent/transport/recordTurns';
import { pass, stillTime } from '../support/still-time';
import { uploadThings, type Answer, type Asked } from '../support/thing-upload';

stillTime();

const isPending = (body: unknown) => (body as IDataObject).status === 'running';
const SECOND = 1000;
const MINUTE = 60 * SECOND;

it('a value that was written a second time is reported with the end of its second Operation', async () => {
	let written: number[] = [];
	/** Keeps nothing of the first upload. Shows the second at once, and is done with it 20 seconds later. */
	const service = ({ method, ids: [id], at }: Asked): Answer | undefined => {
		if (method === 'POST') written = [...written, at];
		const [, second] = written;
		if (method === 'POST') return { status: 202, headers: { 'operation-id': `write-${written.length}` } };
		if (id === 'write-1') return { status: 200, body: { status: 'finished' } };
		if (id === 'write-2') {
			const isOver = at >= (second ?? 0) + 20 * SECOND;
			return { status: 200, body: { status: isOver ? 'finished late' : 'running' } };
		}
		return { status: 200, body: { id, proof: second === undefined ? 'old' : 'new' } };
	};
	const setting = { waiting: { timeout: 300 * SECOND, isPending } };
	const upload = uploadThings({ input: [{ id: 'c0', proof: 'new' }], reads: true, setting, service });
	await pass(120 * SECOND);
	const { posts, items } = await upload;
	expect(posts).toEqual([['c0'], ['c0']]);
	expect(items).toMatchObject([
		{ change: 'changed', operation_id: 'write-2', operation_status: 'finished late', timed_out: false },
	]);
});

it('a value is judged once the Operation of its second write has ended, and others have their turn before', async () => {
	let written: number[] = [];
	let other = 0;
	const secondOf = () => written[1] ?? Infinity;
	/** Keeps nothing of the first upload, and shows the second once its Operation has ended, 90 seconds later. */
	const service = ({ method, ids: [id], at }: Asked): Answer => {
		if (method === 'POST') {
			written = [...written, at];
			if (written.length === 2) {
				const turn = takeTurn([recordKey('https://service.example', ['things', 'c0'])], () => false);
				void turn.then(({ giveBack }) => {
					other = Date.now();
					giveBack();
				});
			}
			return { status: 202, headers: { 'operation-id': `write-${written.length}` } };
		}
		const isOver = at >= secondOf() + 90 * SECOND;
		if (id === 'write-2') return { status: 200, body: { status: isOver ? 'finished late' : 'running' } };
		if (id === 'write-1') return { status: 200, body: { status: 'finished' } };
		return { status: 200, body: { id, proof: isOver ? 'new' : 'old' } };
	};
	const setting = { waiting: { timeout: 300 * SECOND, isPending } };
	const begun = Date.now();
	const upload = uploadThings({ input: [{ id: 'c0', proof: 'new' }], reads: true, setting, service });
	await pass(5 * MINUTE);
	const { posts, items } = await upload;
	expect(posts).toEqual([['c0'], ['c0']]);
	expect(items).toMatchObject([
		{ change: 'changed', operation_id: 'write-2', operation_status: 'finished late', timed_out: false },
	]);
	expect(other - begun - secondOf()).toBeGreaterThan(50 * SECOND);
	expect(other - begun - secondOf()).toBeLessThan(70 * SECOND);
});

it('a record that another call still holds is not written a second time', async () => {
	let other: ReturnType<typeof takeTurn> | undefined;
	/** Is done at once, and keeps nothing. */
	const service = ({ method, ids: [id] }: Asked): Answer => {
		if (method === 'POST') {
			other ??= takeTurn([recordKey('https://service.example', ['things', 'c0'])], () => false);
			return { status: 202 };
		}
		return { status: 200, body: id === 'c0' ? { id, proof: 'old' } : { status: 'finished' } };
	};
	const setting = { waiting: { timeout: 60 * MINUTE, isPending } };
	const upload = uploadThings({ input: [{ id: 'c0', proof: 'new' }], reads: true, setting, service });
	await pass(20 * MINUTE);
	const { posts, items } = await upload;
	(await other)?.giveBack();
	expect(posts).toEqual([['c0']]);
	expect(items).toMatchObject([
		{
			error: expect.stringContaining('does not show it: new') as string,
			message: expect.stringContaining('Look at the thing at the service') as string,
		},
	]);
});
