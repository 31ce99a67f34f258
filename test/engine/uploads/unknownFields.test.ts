/** If columns are mapped by hand, no other column is sent, whatever Unknown Fields says, even with an invalid value. */
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { id: 'a', first_name: 'Ada', last_name: 'Lovelace' };
const columns = Object.fromEntries(Object.keys(names).map((name) => [name, `={{ $json.${name} }}`]));

const SECRET = 'unmapped-secret';
const SECRETS = {
	salary: SECRET,
	'foo bar': { deep: [SECRET] },
	'a.b': [SECRET, 1],
	'0': SECRET,
	toString: SECRET,
	data2: { deep: [SECRET] },
	tags2: [SECRET, 1],
};

test.each([undefined, 'ignore', 'send', 'customData', '', null])(
	'with columns mapped by hand and Unknown Fields %p, no other column is sent',
	async (unknownFields) => {
		for (const fieldsNotSent of ['keep', 'clear']) {
			bench.sandbox.reset();
			const run = await bench.upload({
				items: [{ ...names, ...SECRETS }],
				map: { columns },
				fieldsNotSent,
				options: { unknownFields },
			});
			expect(run.json).toMatchObject([{ id: 'a', accepted: true }]);
			expect(run.json[0]).not.toHaveProperty('not_sent');
			const left = bench.sandbox.log
				.all()
				.map(({ path, query, headers, body }) => [path, query, headers, body]);
			expect(left.length).toBeGreaterThan(0);
			expect(JSON.stringify(left)).not.toContain(SECRET);
		}
	},
);
