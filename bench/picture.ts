/** The picture of docs/performance.md: time as a multiple of the floor of a connection per request. */
import { caseOf, contenders, type Contender } from './cases';
import { sizesOf, summariesOf, type CaseResults } from './results';

const WIDTH = 880;
const LEFT = 290;
const RIGHT = WIDTH - 70;
const BAR = 11;
const TOP = 78;
const STEP = contenders.length * BAR + 16;

const LOOK: Readonly<Record<Contender, [name: string, color: string]>> = {
	package: ['this package', '#1f7a5c'],
	workflow: ['built by hand', '#c8553d'],
	perContact: ['by hand, item per contact', '#e0a08f'],
	connection: ['floor: connection per request', '#8a94a3'],
	keepAlive: ['floor: keep-alive', '#cfd5dc'],
};

const TITLE = 'Time, as a multiple of a bare client that opens a connection per request (shorter is better)';

const text = (x: number, y: number, content: string, more = ''): string =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content}</text>`;

const rect = (x: number, y: number, width: number, fill: string): string =>
	`<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 1}" rx="1.5" fill="${fill}"/>`;

/** Each doubling takes the same width, from a quarter to eight times. */
const at = (multiple: number): number =>
	LEFT + ((RIGHT - LEFT) * Math.min(5, Math.max(0, Math.log2(multiple) + 2))) / 5;

function barsOf(result: CaseResults, row: number): string[] {
	const size = sizesOf(result).at(-1) ?? 0;
	const summaries = summariesOf(result, size);
	const floor = summaries.connection?.ms ?? NaN;
	const { title, unit } = caseOf(result.name);
	const top = TOP + row * STEP;
	const label = `${title} (${size.toLocaleString('en')} ${unit})`;
	const bars = contenders.flatMap((contender, index) => {
		const multiple = (summaries[contender]?.ms ?? NaN) / floor;
		if (Number.isNaN(multiple)) return [];
		const y = top + index * BAR;
		const value = text(at(multiple) + 5, y + 9, `${multiple.toFixed(2)}×`, 'font-size="10"');
		return [rect(LEFT, y, at(multiple) - LEFT, LOOK[contender][1]), value];
	});
	return [text(LEFT - 10, top + STEP / 2, label, 'text-anchor="end"'), ...bars];
}

export function drawPicture(results: readonly CaseResults[]): string {
	const height = TOP + results.length * STEP + 14;
	const legend = contenders.map((contender, index) => {
		const [name, color] = LOOK[contender];
		const x = 16 + index * 172;
		return rect(x, 37, 12, color) + text(x + 18, 46, name);
	});
	const grid = [0.25, 0.5, 1, 2, 4, 8].map((tick) => {
		const line = `<path d="M${at(tick)} ${TOP - 8}V${height - 14}" stroke="${tick === 1 ? '#5b6573' : '#e4e7eb'}"/>`;
		return line + text(at(tick), TOP - 13, `${tick}×`, 'text-anchor="middle" fill="#5b6573"');
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222a35" role="img">`,
		`<title>${TITLE}</title>`,
		`<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
		text(16, 22, TITLE, 'font-size="14" font-weight="600"'),
		...legend,
		...grid,
		...results.flatMap(barsOf),
		'</svg>\n',
	].join('\n');
}
