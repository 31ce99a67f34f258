/** How large a request may be, learned from what the service takes and from what is too large for it. */
import {
	createSizes,
	isRemainder,
	packed,
	roughSize,
	type Sizes,
} from '../../nodes/ContactConsent/run/sizes';

const COMMA = 1;
/** An entry that has so many bytes in a request, with its comma; 9 at least. */
const entry = (bytes: number, rawBytes = bytes) => ({
	raw: { t: 'x'.repeat(rawBytes - '{"t":""}'.length - COMMA) },
	upload: { t: 'x'.repeat(bytes - '{"t":""}'.length - COMMA) },
});
const entries = (...bytes: number[]) => bytes.map((size) => entry(size));

describe('the rough size', () => {
	it.each<[what: string, bytes: number[], size: number]>([
		['of none', [], 0],
		['of one', [100], 100],
		['of a few, exactly', [10, 20, 30], 60],
		['of 39, exactly', [...Array<number>(38).fill(10), 400], 780],
		['of many, as every second one shows', Array.from({ length: 40 }, (_, at) => (at % 2 ? 900 : 10)), 400],
		['of many, as those behind show, too', Array.from({ length: 40 }, (_, at) => (at < 20 ? 10 : 30)), 800],
	])('%s', (_what, bytes, size) => {
		expect(roughSize(entries(...bytes))).toBe(size);
	});

	it('counts bytes and not letters, and what is not built yet as an empty object', () => {
		expect(roughSize([{ raw: {}, upload: { t: 'ä€' } }])).toBe('{"t":""},'.length + 2 + 3);
		expect(roughSize([{ raw: {}, upload: undefined }])).toBe('{},'.length);
	});
});

describe('the next request', () => {
	const takes = (sizes: Sizes, ...bytes: number[]) => bytes.forEach((size) => sizes.took([entry(size)]));
	const refuses = (sizes: Sizes, ...bytes: number[]) =>
		bytes.forEach((size) => sizes.tooLarge([entry(size)]));

	it('may have any size as long as nothing was too large', () => {
		const sizes = createSizes();
		takes(sizes, 1000, 2000);
		expect([sizes.aim(), sizes.isOutdated(1e9)]).toEqual([Infinity, false]);
	});

	it('is filled to a little more than half of what was too large', () => {
		const sizes = createSizes();
		takes(sizes, 500);
		refuses(sizes, 1000);
		expect(sizes.aim()).toBe(510);
		refuses(sizes, 2000);
		expect(sizes.aim()).toBe(510);
		refuses(sizes, 800);
		expect(sizes.aim()).toBe(408);
	});

	it.each([
		[999, false],
		[1000, true],
		[Infinity, true],
	])('that was filled to %d is out of date once 1,000 were too large: %s', (aim, isOutdated) => {
		const sizes = createSizes();
		refuses(sizes, 1000);
		expect(sizes.isOutdated(aim)).toBe(isOutdated);
	});

	it('tries the middle of what was taken and what was not, one request at a time', () => {
		const sizes = createSizes();
		refuses(sizes, 1000);
		takes(sizes, 500);
		expect([sizes.aim(), sizes.aim()]).toEqual([750, 500]);
		takes(sizes, 500);
		expect(sizes.aim()).toBe(500);
		takes(sizes, 750);
		expect([sizes.aim(), sizes.aim()]).toEqual([875, 750]);
	});

	it('goes back to what was taken where the middle is too large', () => {
		const sizes = createSizes();
		refuses(sizes, 1000);
		takes(sizes, 500, 400);
		expect(sizes.aim()).toBe(750);
		refuses(sizes, 750);
		expect(sizes.aim()).toBe(500);
	});

	it('tries no larger one that is hardly larger', () => {
		const [close, far] = [createSizes(), createSizes()];
		refuses(close, 549);
		refuses(far, 550);
		takes(close, 500);
		takes(far, 500);
		expect([close.aim(), far.aim()]).toEqual([500, 525]);
	});

	it('tries a larger one only while that costs two requests and a tenth of what was taken, at most', () => {
		const sizes = createSizes();
		refuses(sizes, 1000);
		takes(sizes, 500, 400);
		expect(sizes.aim()).toBe(750);
		refuses(sizes, 750);
		// 1,750 bytes were sent for nothing: 625 more are a tenth of 3,750 bytes above 2,000.
		takes(sizes, 500, 500, 500, 500, 500, 340);
		expect(sizes.aim()).toBe(500);
		takes(sizes, 10);
		expect(sizes.aim()).toBe(625);
	});

	it('may cost the more, the more was taken before', () => {
		const sizes = createSizes();
		takes(sizes, 10_000);
		refuses(sizes, 1000);
		takes(sizes, 500);
		expect(sizes.aim()).toBe(750);
		refuses(sizes, 750);
		expect(sizes.aim()).toBe(625);
	});

	it.each([
		[800, 408],
		[700, 357],
	])('begins anew where %d bytes are too large although 800 were taken', (bytes, aim) => {
		const sizes = createSizes();
		refuses(sizes, 1000);
		takes(sizes, 800);
		refuses(sizes, bytes);
		expect(sizes.aim()).toBe(aim);
	});

	it('is filled by bytes that are measured one by one', () => {
		const sizes = createSizes();
		refuses(sizes, 200_000);
		sizes.took(entries(...Array.from({ length: 40 }, (_, at) => (at % 2 ? 900 : 100))));
		// 20,000 bytes; those in every second place would make 4,000 of them.
		expect(sizes.aim()).toBe(110_000);
	});
});

it('measures hardly any of many entries as long as nothing was too large, because that takes time', () => {
	let measured = 0;
	const many = Array.from({ length: 1000 }, () => ({
		raw: {},
		get upload() {
			measured++;
			return {};
		},
	}));
	createSizes().took(many);
	expect(packed(many, Infinity)).toHaveLength(1);
	expect(measured).toBeLessThanOrEqual(40);
});

describe('an entry that is not built yet', () => {
	it('is as large as what was handed over, until something was too large', () => {
		const sizes = createSizes();
		sizes.took([entry(100, 20)]);
		expect(sizes.estimate(entry(50).raw)).toBe(50);
	});

	it('then has so much more, as those before it had on average', () => {
		const sizes = createSizes();
		sizes.tooLarge([entry(130, 100), entry(110, 100)]);
		expect(sizes.estimate(entry(50).raw)).toBe(70);
		sizes.took([entry(90, 100), entry(90, 100)]);
		expect(sizes.estimate(entry(50).raw)).toBe(55);
	});
});

describe('cutting', () => {
	it.each<[what: string, bytes: number[], aim: number, parts: number[][]]>([
		['fills each part, in order', [40, 60, 50, 30, 21], 100, [[40, 60], [50, 30], [21]]],
		['lets what is too large go alone', [150, 20, 150, 20, 80], 100, [[150], [20], [150], [20, 80]]],
		['is not done without a size', [40, 60, 50], Infinity, [[40, 60, 50]]],
	])('%s', (_what, bytes, aim, parts) => {
		expect(packed(entries(...bytes), aim)).toEqual(parts.map((part) => entries(...part)));
	});

	it('makes no part of nothing', () => {
		expect(packed([], 100)).toEqual([]);
	});

	it('leaves a remainder where less than half is filled', () => {
		expect(isRemainder(entries(30, 19), 100)).toBe(true);
		expect(isRemainder(entries(30, 20), 100)).toBe(false);
	});
});
