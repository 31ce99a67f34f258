/** How many PDFs of an execution download at the same time. */
import { PdfPlaces, type LeavePlace, type PdfEnd } from '../../nodes/ContactConsent/run/pdfPlaces';
import { pass, stillTime } from '../support/still-time';

const SECOND = 1000;
const TIME_LIMIT = 120 * SECOND;

stillTime({ now: 0 });

/** Ends all downloads under way again and again. @returns how many were under way each time */
async function waves(count: number, endOf: (at: number) => PdfEnd, took = SECOND): Promise<number[]> {
	const places = new PdfPlaces();
	let open: LeavePlace[] = [];
	for (let at = 0; at < count; at++) void places.take(TIME_LIMIT).then((leave) => open.push(leave));
	const sizes: number[] = [];
	let ended = 0;
	for (await pass(took); open.length > 0; await pass(took)) {
		sizes.push(open.length);
		const ending = open;
		open = [];
		for (const leave of ending) leave(endOf(ended++));
	}
	return sizes;
}

const always = (end: PdfEnd) => () => end;

it.each<[what: string, end: (at: number) => PdfEnd, took: number, sizes: number[]]>([
	['more and more, up to 128', always('arrived'), SECOND, [5, 15, 45, 128, 128]],
	['no more if they arrive late', always('arrived'), 40 * SECOND, [5, 5, 5]],
	['no more if they fail', always('failed'), SECOND, [5, 5, 5]],
	['half as many once several have taken too long', always('tookTooLong'), TIME_LIMIT, [5, 2, 1, 1]],
	['no fewer than at first if connections break off', always('brokeOff'), SECOND, [5, 5, 5]],
	[
		'half as many once several have broken off',
		(at) => (at < 65 ? 'arrived' : 'brokeOff'),
		SECOND,
		[5, 15, 45, 128, 64],
	],
])('PDFs download %s', async (_, end, took, sizes) => {
	expect((await waves(1000, end, took)).slice(0, sizes.length)).toEqual(sizes);
});

it('where few PDFs are there, more are asked for', async () => {
	const [first, second = 0, third = 0] = await waves(1000, always('absent'));
	expect([first, second > 5, third > second]).toEqual([5, true, true]);
	const every = await waves(1000, (at) => (at % 2 === 0 ? 'absent' : 'failed'));
	expect(Math.max(...every)).toBeLessThanOrEqual(11);
});
