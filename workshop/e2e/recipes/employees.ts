/* eslint-disable */
import { writeFile } from 'node:fs/promises';

import type { Execution } from '../../playground/api';
import { eventually } from '../playground';
import { jsonOf, linesOf, type Stage, succeeded } from './stage';

/** Four nights in a row. Each list begins with a byte order mark, as spreadsheets write it. */
export function employeesTests(stage: Stage): void {
	describe('nightly employee sync', () => {
		const people = Array.from({ length: 13 }, (_, index) => `night-${String(index + 1).padStart(2, '0')}`);
		const writeList = async (ids: string[], more: string[] = []) =>
			await writeFile(
				stage.file('employees.csv'),
				[
					'\uFEFFid,first_name,last_name,email',
					...ids.map((id) => `${id},Night,Owl,${id}@example.com`),
					...more,
					'',
				].join('\n'),
			);
		const stored = () =>
			stage
				.playground()
				.sandbox.state()
				.employees.map(({ id }) => id)
				.filter((id) => id.startsWith('night-'))
				.sort();
		const report = (execution: Execution) =>
			Object.fromEntries(jsonOf(execution, 'Report').map(({ id, ...rest }) => [id, rest]));

		test('uploads everybody and deletes nobody in the first night', async () => {
			await writeList(people);
			const execution = succeeded(await stage.run('nightly-employee-sync', 'Every Night'));
			expect(report(execution)).toEqual(
				Object.fromEntries(people.map((id) => [id, { result: 'uploaded', reason: '' }])),
			);
			await eventually(() => Promise.resolve(stored().length === 13 || undefined), 'the employees');
			expect(await linesOf(stage.file('employees-last-run.csv'))).toHaveLength(14);
		});

		test.each(['the second night', 'the third night'])(
			'in %s reports refused employees, deletes those who left, and keeps those with contacts',
			async (night) => {
				const { sandbox } = stage.playground();
				sandbox.seed({
					contacts: [{ id: 'night-contact', first_name: 'A', last_name: 'B', employee_id: 'night-13' }],
				});
				await writeList(people.slice(0, 11), ['night-99,No,Address,']);
				sandbox.log.clear();
				const execution = succeeded(await stage.run('nightly-employee-sync', 'Every Night'));

				const { 'night-12': gone, 'night-13': kept, 'night-99': refused, ...others } = report(execution);
				expect(Object.keys(others)).toEqual(people.slice(0, 11));
				expect(kept).toMatchObject({ result: 'kept', reason: expect.stringMatching(/contacts/i) as unknown });
				expect(refused).toMatchObject({
					result: 'refused',
					reason: expect.stringMatching(/needs Email\b/) as unknown,
				});
				// Deleted employees are forgotten. Kept ones are tried again.
				expect(gone).toEqual(night === 'the second night' ? { result: 'deleted', reason: '' } : undefined);
				expect(
					sandbox.log
						.all({ method: 'DELETE', path: '/employees/*' })
						.map(({ status }) => status)
						.sort(),
				).toEqual(night === 'the second night' ? [204, 403] : [403]);
				expect(stored()).toEqual([...people.slice(0, 11), 'night-13']);
			},
		);

		test('deletes nobody if the list has lost almost everybody', async () => {
			await writeList(people.slice(0, 1));
			stage.playground().sandbox.log.clear();
			const execution = await stage.run('nightly-employee-sync', 'Every Night');
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toMatch(/^12 employees are gone from the list/);
			await writeFile(stage.file('employees.csv'), 'ID,first_name,email\nnight-01,Night,n@example.com\n');
			const other = await stage.run('nightly-employee-sync', 'Every Night');
			expect(other.data.resultData.error?.message).toMatch(/^The list has rows without "id"/);
			expect(stage.playground().sandbox.log.count({ method: 'DELETE' })).toBe(0);
		});
	});
}
