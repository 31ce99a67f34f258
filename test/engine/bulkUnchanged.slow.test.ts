/** A nightly list of many records, most of which are as they were. */
import { contact as record } from '../support/action';
import { bulkBench } from '../support/bulk';

const bench = bulkBench({ logLimit: 100_000 });

it('of 10,000 rows of which three differ, three are sent', async () => {
	const all = Array.from({ length: 10_000 }, (_, at) => record(`c${at}`, { title: 'Dr.' }));
	bench.sandbox.seed({ contacts: all });
	const items = all.map((one, at) => (at % 4000 === 17 ? { ...one, title: 'Prof.' } : one));
	const { json } = await bench.upload({ items, fieldsNotSent: 'keep' });
	expect(json).toHaveLength(10_000);
	expect(json.filter(({ change }) => change === 'unchanged')).toHaveLength(9997);
	expect(bench.uploads().flatMap(({ ids }) => ids)).toEqual(['c17', 'c4017', 'c8017']);
}, 180_000);
