/* eslint-disable */
/** The download of a PDF: repeated if it breaks off, waited for if it is not generated, and On Not Found. */
import type { IBinaryData } from 'n8n-workflow';

import type { FilePlan } from '../../nodes/ContactConsent/common/plan';
import { PdfPlaces } from '../../nodes/ContactConsent/run/pdfPlaces';
import { fetchPdf, runFile } from '../../nodes/ContactConsent/run/runFile';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Send, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { senderOf } from '../support/sender';
import { failure as failureOf } from '../support/service-failure';
import { stillTime } from '../support/still-time';
import { sentence } from '../support/sentences';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

stillTime({ now: 0, random: 0.5 });

const PDF: ServiceResponse = { status: 200, headers: { 'request-id': 'r1' }, body: 'the stream' };
const NOT_YET: ServiceResponse = { status: 204, headers: {}, body: '' };
const failure = (status: number): Error => failureOf({ kind: 'status', status });
const cut = (code: string): Error => Object.assign(new Error('aborted'), { code });

interface Given {
	/** The answers in this order, and the last one again and again. */
	answers?: Array<ServiceResponse | Error>;
	/** What happens to each stream. A number is the bytes that n8n has counted. */
	stored?: Array<Error | number | undefined>;
	plan?: Partial<FilePlan>;
	/** Shared with other downloads. */
	places?: PdfPlaces;
}

const next = <T>(list: T[]): T | undefined => (list.length > 1 ? list.shift() : list[0]);

function bench({ answers = [PDF], stored = [4], plan = {}, places = new PdfPlaces() }: Given) {
	const asked: number[] = [];
	const times: unknown[] = [];
	const begins: unknown[] = [];
	const taken: unknown[] = [];
	const send = senderOf((...[, limits]: Parameters<Send>) => {
		asked.push(Date.now());
		times.push(limits?.within);
		begins.push(limits?.beginWithin);
		const answer = next(answers);
		return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
	});
	const prepareBinaryData = (...of: unknown[]) => {
		taken.push(of);
		const outcome = next(stored);
		if (outcome instanceof Error) return Promise.reject(outcome);
		const fileName = 'stored.pdf';
		return Promise.resolve({ data: '', mimeType: '', fileName, bytes: outcome } as IBinaryData);
	};
	const whole: FilePlan = {
		request: { method: 'GET', path: ['pdf'], expect: 'pdf', repeatable: 'safe' },
		fileName: 'of-secret.pdf',
		binaryPropertyName: 'pdf',
		maxWait: 0,
		mayBePending: false,
		item: { id: 'a' },
		describe: ({ kind, ...outcome }) =>
			'facts' in outcome ? { kind, status: outcome.facts?.status } : { kind, ...outcome },
		onNotFound: 'error',
		isAbsence: (facts) => facts?.status === 404,
		notGenerated: { message: 'not generated', description: 'Wait longer.' },
		...plan,
	};
	const downloads = { helpers: { prepareBinaryData }, signal: undefined, places };
	const ended = async (task: Promise<unknown>) => {
		const outcome: { value?: unknown; error?: unknown; end?: number } = {};
		void task
			.then((value) => Object.assign(outcome, { value }))
			.catch((error: unknown) => Object.assign(outcome, { error }))
			.then(() => (outcome.end = Date.now()));
		await jest.advanceTimersByTimeAsync(60 * SECOND);
		return { ...outcome, asked, times, begins, taken };
	};
	return {
		fetch: async () => await ended(fetchPdf(send, whole, downloads)),
		run: async (isOver = () => false) => await ended(runFile(whole, send, downloads, isOver)),
	};
}

describe('a PDF', () => {
	it('is handed to n8n as a stream, with its name', async () => {
		const { value, taken, asked } = await bench({}).fetch();
		expect(value).toMatchObject({ pdf: { binary: { fileName: 'stored.pdf' }, size: 4 } });
		expect(taken).toEqual([['the stream', 'of-***.pdf', 'application/pdf']]);
		expect(asked).toEqual([0]);
	});

	it.each<
		[what: string, counted: number | undefined, announced: string | undefined, size: number | undefined]
	>([
		['what n8n has counted', 5, '7', 5],
		['unknown', undefined, undefined, undefined],
		['unknown where the answer says nonsense', undefined, 'many', undefined],
	])('has the size %s', async (_, counted, announced, size) => {
		const answer = { ...PDF, headers: { 'content-length': announced } };
		expect(await bench({ answers: [answer], stored: [counted] }).fetch()).toHaveProperty(
			'value.pdf.size',
			size,
		);
	});
});

describe('a download that breaks off', () => {
	const CUTS = ['ECONNRESET', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE', 'ETIMEDOUT'];

	it.each(CUTS)('is repeated: %s', async (code) => {
		const { value, asked } = await bench({ stored: [cut(code), 4] }).fetch();
		expect(value).toMatchObject({ pdf: { size: 4 } });
		expect(asked).toEqual([0, 250]);
	});

	it('is tried four times, and then fails', async () => {
		const { error, asked } = await bench({ stored: [cut('ECONNRESET')] }).fetch();
		expect(error).toBeInstanceOf(ServiceError);
		expect(error).toMatchObject({
			message: sentence('brokeOffDuringDownload'),
			facts: { kind: 'unreachable', requestId: 'r1' },
		});
		expect((error as ServiceError).describe()).toBe(
			'Try again later. If this goes on, check the network between n8n and the service. Request-Id: r1',
		);
		expect(asked).toEqual([0, 250, 750, 1750]);
	});

	it.each(['ENOSPC', 'XETIMEDOUT', 'ECONNRESETX'])(
		'is not repeated after another failure: %s',
		async (code) => {
			const full = cut(code);
			expect(await bench({ stored: [full] }).fetch()).toMatchObject({ error: full, asked: [0] });
		},
	);
});

describe('the download operation', () => {
	it('outputs the file with the item', async () => {
		const { value } = await bench({}).run();
		expect(value).toEqual([
			{
				json: { id: 'a', kind: 'downloaded', fileName: 'stored.pdf', size: 4 },
				binary: { pdf: expect.objectContaining({ fileName: 'stored.pdf' }) as unknown },
			},
		]);
	});

	it('waits for a PDF that is not generated yet', async () => {
		const answers = [NOT_YET, NOT_YET, PDF];
		const { value, asked, times } = await bench({ answers, plan: { maxWait: 5 * SECOND } }).run();
		expect(value).toMatchObject([{ json: { kind: 'downloaded' } }]);
		expect(asked).toEqual([0, 100, 250]);
		expect(times).toEqual([Infinity, 5000, 5000]);
	});

	it('gives a PDF the full time of a download, even if it is generated at the end of the wait', async () => {
		const request: FilePlan['request'] = {
			method: 'GET',
			path: [],
			expect: 'pdf',
			repeatable: 'safe',
			timeout: MINUTE,
		};
		const plan = { maxWait: SECOND, request };
		const { times, begins } = await bench({ answers: [NOT_YET, PDF], plan }).run();
		expect(times).toEqual([Infinity, MINUTE]);
		expect(begins).toEqual([undefined, 5000]);
	});

	it('fails like its last look, or outputs the item without a file', async () => {
		const down = failure(500);
		const given = (mayBePending: boolean) => ({
			answers: [NOT_YET, down],
			plan: { maxWait: SECOND, mayBePending },
		});
		expect((await bench(given(false)).run()).error).toBe(down);
		expect((await bench(given(true)).run()).value).toMatchObject([{ json: { kind: 'pending' } }]);
	});

	it('outputs the item without a file or fails when the time is over', async () => {
		const given = (plan: Partial<FilePlan>) => ({ answers: [NOT_YET], plan: { maxWait: SECOND, ...plan } });
		const pending = await bench(given({ mayBePending: true })).run();
		expect(pending).toMatchObject({ value: [{ json: { id: 'a', kind: 'pending' } }], end: SECOND });
		expect(pending).not.toHaveProperty('value.0.binary');
		const { error } = await bench(given({})).run();
		expect(error).toBeInstanceOf(ServiceError);
		expect(error).toMatchObject({
			message: 'not generated',
			facts: { kind: 'status', status: 204 },
		});
		expect((error as ServiceError).describe()).toBe('Wait longer.');
	});

	it.each<[FilePlan['onNotFound'], unknown]>([
		['empty', [{ json: { id: 'a', kind: 'failed', status: 404, found: false } }]],
		['skip', []],
	])('does what On Not Found says: %s', async (onNotFound, value) => {
		expect(await bench({ answers: [failure(404)], plan: { onNotFound } }).run()).toMatchObject({ value });
	});

	it('fails for every other reason', async () => {
		const mistake = new TypeError('no');
		const always = { onNotFound: 'empty', isAbsence: () => true } as const;
		expect(await bench({ answers: [mistake], plan: always }).run()).toMatchObject({ error: mistake });
		const gone = failure(410);
		expect(await bench({ answers: [gone], plan: { onNotFound: 'empty' } }).run()).toMatchObject({
			error: gone,
		});
		const absent = failure(404);
		expect(await bench({ answers: [absent] }).run()).toMatchObject({ error: absent });
	});
});

describe('the places in which PDFs download', () => {
	/** Takes some of the five places that there are at first, and gives them back at this time. */
	async function taken(count: number, until: number) {
		const places = new PdfPlaces();
		for (let at = 0; at < count; at++) {
			const leave = await places.take();
			setTimeout(() => leave('failed'), until);
		}
		return places;
	}

	it('take nothing away from the time of a download that waits for one', async () => {
		const places = await taken(5, 10 * SECOND);
		const answers = [NOT_YET, NOT_YET, PDF];
		const { value, asked, times } = await bench({ answers, places, plan: { maxWait: SECOND } }).run();
		expect(value).toMatchObject([{ json: { kind: 'downloaded' } }]);
		expect(asked).toEqual([10 * SECOND, 10_100, 10_250]);
		expect(times).toEqual([Infinity, 5000, 5000]);
	});

	it('take nothing away from a later look, which has the full time of a download', async () => {
		const places = await taken(4, MINUTE);
		setTimeout(() => void places.take().then((leave) => setTimeout(() => leave('failed'), 20 * SECOND)), 50);
		const { value, asked, times } = await bench({
			answers: [NOT_YET, PDF],
			places,
			plan: { maxWait: 5 * SECOND },
		}).run();
		expect(value).toMatchObject([{ json: { kind: 'downloaded' } }]);
		expect(asked).toEqual([0, 20_050]);
		expect(times).toEqual([Infinity, 5000]);
	});

	it.each<[string, Given]>([
		['a PDF is not generated yet', { answers: [NOT_YET, NOT_YET, PDF], plan: { maxWait: 5 * SECOND } }],
		['a download that broke off pauses', { stored: [cut('ECONNRESET'), cut('ECONNRESET'), 4] }],
	])('are free while %s', async (_, given) => {
		const places = await taken(4, MINUTE);
		const waiting = bench({ ...given, places }).run();
		const other = await bench({ places }).run();
		expect(other).toMatchObject({ value: [{ json: { kind: 'downloaded' } }], asked: [0] });
		expect(await waiting).toMatchObject({ value: [{ json: { kind: 'downloaded' } }] });
	});

	it.each<[string, Given, number]>([
		['more after a PDF', {}, 7],
		['more after a 404', { answers: [failure(404)] }, 10],
		['more after a 410', { answers: [failure(410)] }, 10],
		['more after one that is not generated', { answers: [NOT_YET] }, 10],
		['as many after another failure', { answers: [failure(403)] }, 5],
		['as many after one that broke off', { stored: [cut('ECONNRESET'), cut('ENOSPC')] }, 5],
		['fewer after one that took too long', { stored: [cut('ETIMEDOUT'), cut('ENOSPC')] }, 2],
	])('are %s', async (_, given, count) => {
		const places = new PdfPlaces();
		await bench({ ...given, places }).run();
		let free = 0;
		for (let at = 0; at < 20; at++) void places.take().then(() => free++);
		await jest.advanceTimersByTimeAsync(0);
		expect(free).toBe(count);
	});

	it('are given to no row after a failure that ends the execution', async () => {
		const places = await taken(5, 10 * SECOND);
		const isOver = () => Date.now() >= 10 * SECOND;
		expect(await bench({ places }).run(isOver)).toMatchObject({ value: [], asked: [] });
	});
});
