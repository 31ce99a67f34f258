/** The picture of docs/performance.md: how many times as fast as the workflow built by hand this package is. */
import { caseNames, caseOf, DISTANCES } from './cases';
import { summary, type CaseResults } from './results';

const WIDTH = 800;
const LEFT = 250;
const RIGHT = WIDTH - 60;
const BAR = 13;
const TOP = 78;
const STEP = DISTANCES.length * BAR + 14;
const COLORS = ['#1f7a5c', '#5fae8f', '#a9d3c1'];
const TICKS = [0.25, 0.5, 1, 2, 4];

const TITLE = 'Speed, as a multiple of the workflow built by hand (longer is better)';

const text = (x: number, y: number, content: string, more = ''): string =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content}</text>`;

const rect = (x: number, y: number, width: number, fill: string): string =>
	`<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 1}" rx="1.5" fill="${fill}"/>`;

/** Each doubling takes the same width, from a quarter to four times. */
const at = (multiple: number): number =>
	LEFT + ((RIGHT - LEFT) * Math.min(4, Math.max(0, Math.log2(multiple) + 2))) / 4;

function barOf(result: CaseResults, top: number): string {
	const multiple = (summary(result, 'byHand')?.ms ?? NaN) / (summary(result, 'package')?.ms ?? NaN);
	if (Number.isNaN(multiple)) return '';
	const index = DISTANCES.indexOf(result.roundTrip);
	const y = top + index * BAR;
	const value = text(at(multiple) + 5, y + 10, `${multiple.toFixed(2)}×`, 'font-size="10"');
	return rect(LEFT, y, at(multiple) - LEFT, COLORS[index] ?? '#000') + value;
}

export function drawPicture(results: readonly CaseResults[]): string {
	const height = TOP + caseNames.length * STEP + 14;
	const legend = DISTANCES.map((roundTrip, index) => {
		const x = LEFT + index * 130;
		return rect(x, 37, 12, COLORS[index] ?? '#000') + text(x + 18, 47, `${roundTrip} ms away`);
	});
	const grid = TICKS.map((tick) => {
		const color = tick === 1 ? '#5b6573' : '#e4e7eb';
		const line = `<path d="M${at(tick)} ${TOP - 8}V${height - 14}" stroke="${color}"/>`;
		return line + text(at(tick), TOP - 13, `${tick}×`, 'text-anchor="middle" fill="#5b6573"');
	});
	const cases = caseNames.flatMap((name, row) => {
		const top = TOP + row * STEP;
		const label = text(LEFT - 10, top + STEP / 2 - 3, caseOf(name).title, 'text-anchor="end"');
		return [label, ...results.filter((one) => one.name === name).map((result) => barOf(result, top))];
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222a35" role="img">`,
		`<title>${TITLE}</title>`,
		`<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
		text(16, 22, TITLE, 'font-size="14" font-weight="600"'),
		...legend,
		...grid,
		...cases,
		'</svg>\n',
	].join('\n');
}
