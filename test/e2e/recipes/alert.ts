/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { writeFile } from 'node:fs/promises';

import { finished } from '../../../playground/executions';
import { eventually } from '../playground';
import { jsonOf, type Stage, succeeded } from './stage';

/** The refused elements of an upload in one message, sent over HTTP. */
export function alertTests(stage: Stage): void {
	test('failed uploads: one alert tells about all of them', async () => {
		const { api } = stage.playground();
		const name = 'failed-uploads-to-alert';
		await writeFile(
			stage.file('contacts.csv'),
			'\uFEFFid,first_name,last_name\nalert-1,Ann,Ok\nalert-2,Ben,\nalert-3,,Lost\nalert-4,Cid,Ok\n',
		);
		const execution = succeeded(await stage.run(name, 'Start'));
		expect(jsonOf(execution, 'Uploaded').map(({ id }) => id)).toEqual(['alert-1', 'alert-4']);
		expect(jsonOf(execution, 'Send Alert')).toHaveLength(1);

		const arrivals = async () =>
			(await api.executions(stage.idOf(name))).filter(({ mode }) => mode === 'webhook');
		const arrival = await eventually(async () => (await arrivals()).at(0), 'the alert');
		const [alert] = jsonOf(succeeded(await finished(api, arrival.id)), 'Alert');
		const lines = String(alert?.text).split('\n');
		expect(lines[0]).toBe('2 of 4 contacts were not uploaded:');
		expect(lines[1]).toMatch(/^• alert-2: Last Name is missing\. /);
		expect(lines[2]).toMatch(/^• alert-3: First Name is missing\. /);

		await writeFile(stage.file('contacts.csv'), 'id,first_name,last_name\nalert-1,Ann,Ok\n');
		expect(jsonOf(succeeded(await stage.run(name, 'Start')), 'Send Alert')).toEqual([]);
		expect(await arrivals()).toHaveLength(1);
	});
}
