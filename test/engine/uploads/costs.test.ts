/* eslint-disable */
/** The time of an upload grows linearly with columns, rows and the size of answers. */
import type { IDataObject } from 'n8n-workflow';

import { contacts } from '../../support/people';
import { uploadBench, type UploadSetting } from '../../support/upload-bench';
import { cases } from '../../support/cases';

const bench = uploadBench({ logBodies: false });
jest.setTimeout(120_000);

/** The least processor time of three runs in milliseconds: other processes of the machine do not count. */
async function leastTime(setting: UploadSetting, prepare = () => {}): Promise<number> {
	const times: number[] = [];
	for (let turn = 0; turn < 3; turn++) {
		bench.sandbox.reset({ maxContacts: 1e6, maxEmployees: 1e6, bodyLimitBytes: 1e9 });
		prepare();
		const begun = process.cpuUsage();
		const { error } = await bench.upload(setting);
		const { user, system } = process.cpuUsage(begun);
		times.push((user + system) / 1000);
		expect(error).toBeUndefined();
	}
	return Math.min(...times);
}

test.each(['keep', 'clear'])(
	'many unknown columns cost no more per cell than 50 (%s)',
	async (fieldsNotSent) => {
		const wide = (rows: number, columns: number): IDataObject[] =>
			contacts(rows).map((one) => ({
				...one,
				...Object.fromEntries(Array.from({ length: columns }, (_, at) => [`column ${at}`, `value ${at}`])),
			}));
		const time = async (rows: number, columns: number) =>
			await leastTime({
				items: wide(rows, columns),
				fieldsNotSent,
				options: { unknownFields: 'customData', dryRun: fieldsNotSent === 'keep' },
			});
		const columns = cases(500, 5000);
		// Enough rows that reading the headings once is no large part.
		const [few, many] = [await time(20, columns), await time((20 * columns) / 50, 50)];
		expect(few).toBeLessThan(2.5 * many);
	},
);

test('many rows of one ID cost no more than as many rows of different IDs', async () => {
	const rows = (idOf: (at: number) => string) =>
		contacts(cases(2000, 10_000), idOf).map((one, at) => ({ ...one, company: `Company ${at}` }));
	const setting = { fieldsNotSent: 'clear', options: { waitUntilFinished: false } };
	const many = await leastTime({ ...setting, items: rows((at) => `c${at}`) });
	expect(await leastTime({ ...setting, items: rows(() => 'c') })).toBeLessThan(2 * many);
});

test('if one answer refuses 2,000 rows, a row costs no more than with 400', async () => {
	const refuse = (count: number) => () => {
		const entry = { code: 'v1c001', message: 'is not what the service wants to have there' };
		const errors = Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { x: entry }]));
		const body = { message: 'no', validation_errors: errors };
		bench.sandbox.faults.add({ method: 'POST', times: Infinity, status: 403, body });
	};
	const time = async (count: number) =>
		await leastTime({ items: contacts(count), fieldsNotSent: 'clear' }, refuse(count));
	expect(await time(2000)).toBeLessThan(3 * 5 * (await time(400)));
});
