/** The picture of docs/performance.md: time as a multiple of the floor of a connection per request. */
import { CONTENDERS, SETTINGS, type Contender } from './cases';
import { sizesOf, summariesOf, type CaseResults } from './results';

const WIDTH = 880;
const LEFT = 290;
const RIGHT = WIDTH - 70;
const BAR = 11;
const GAP = 16;
const TOP = 78;

const LOOK: Readonly<Record<Contender, { name: string; color: string }>> = {
	package: { name: 'this package', color: '#1f7a5c' },
	workflow: { name: 'built by hand', color: '#c8553d' },
	perContact: { name: 'by hand, item per contact', color: '#e0a08f' },
	connection: { name: 'floor: connection per request', color: '#8a94a3' },
	keepAlive: { name: 'floor: keep-alive', color: '#cfd5dc' },
};

const text = (x: number, y: number, content: string, more = ''): string =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</text>`;

const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
	`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height}" rx="1.5" fill="${fill}"/>`;

interface Row {
	title: string;
	bars: Array<{ contender: Contender; multiple: number }>;
}

function rowsOf(results: readonly CaseResults[]): Row[] {
	return results.flatMap((result) => {
		const size = sizesOf(result).at(-1) ?? 0;
		const summaries = summariesOf(result, size);
		const floor = summaries.connection;
		if (!floor) return [];
		const { title, unit } = SETTINGS[result.name];
		const bars = CONTENDERS.flatMap((contender) => {
			const summary = summaries[contender];
			return summary ? [{ contender, multiple: summary.ms / floor.ms }] : [];
		});
		return [{ title: `${title} (${size.toLocaleString('en')} ${unit})`, bars }];
	});
}

/** A scale on which each doubling takes the same width, from 0.25 on. */
function scaleFor(rows: readonly Row[]) {
	const most = Math.max(2, ...rows.flatMap(({ bars }) => bars.map(({ multiple }) => multiple)));
	const doublings = Math.ceil(Math.log2(most)) + 2;
	const at = (multiple: number) => LEFT + ((RIGHT - LEFT) * Math.max(0, Math.log2(multiple) + 2)) / doublings;
	return { at, ticks: Array.from({ length: doublings + 1 }, (_, index) => 2 ** (index - 2)) };
}

export function drawPicture(results: readonly CaseResults[]): string {
	const rows = rowsOf(results);
	const { at, ticks } = scaleFor(rows);
	const step = CONTENDERS.length * BAR + GAP;
	const bottom = TOP + rows.length * step;
	const legend = CONTENDERS.map((contender, index) => {
		const x = 16 + index * 172;
		return rect(x, 36, 12, 12, LOOK[contender].color) + text(x + 18, 46, LOOK[contender].name);
	});
	const grid = ticks.map((tick) => {
		const x = at(tick).toFixed(1);
		const stroke = tick === 1 ? '#5b6573' : '#e4e7eb';
		return (
			`<line x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${bottom}" stroke="${stroke}"/>` +
			text(at(tick), TOP - 13, `${tick}×`, 'text-anchor="middle" fill="#5b6573"')
		);
	});
	const bars = rows.flatMap(({ title, bars: own }, row) => {
		const y = TOP + row * step;
		const label = text(LEFT - 10, y + (own.length * BAR) / 2 + 4, title, 'text-anchor="end"');
		const drawn = own.map(({ contender, multiple }, index) => {
			const top = y + index * BAR;
			const { color } = LOOK[contender];
			const value = text(at(multiple) + 5, top + 9, `${multiple.toFixed(2)}×`, 'font-size="10"');
			return rect(LEFT, top, Math.max(1, at(multiple) - LEFT), BAR - 1, color) + value;
		});
		return [label, ...drawn];
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 14}" font-family="system-ui, sans-serif" font-size="12" fill="#222a35" role="img">`,
		'<title>Time as a multiple of the floor of a connection per request</title>',
		`<rect width="${WIDTH}" height="${bottom + 14}" fill="#fff"/>`,
		text(
			16,
			22,
			'Time, as a multiple of a bare client that opens a connection per request (shorter is better)',
			'font-size="14" font-weight="600"',
		),
		...legend,
		...grid,
		...bars,
		'</svg>',
		'',
	].join('\n');
}
