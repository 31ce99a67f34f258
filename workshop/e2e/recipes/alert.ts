/* eslint-disable */
import { writeFile } from 'node:fs/promises';

import { jsonOf, type Stage, succeeded } from './stage';

/** The refused elements of an upload in one message, sent over HTTP. */
export function alertTests(stage: Stage): void {
	test('failed uploads: one alert tells about all of them', async () => {
		const { mail } = stage.playground();
		const name = 'failed-uploads-to-alert';
		await writeFile(
			stage.file('contacts.csv'),
			'\uFEFFid,first_name,last_name\nalert-1,Ann,Ok\nalert-2,Ben,\nalert-3,,Lost\n<!channel> & @here,Eve,\nalert-4,Cid,Ok\n',
		);
		const execution = succeeded(await stage.run(name, 'Start'));
		expect(jsonOf(execution, 'Uploaded').map(({ id }) => id)).toEqual(['alert-1', 'alert-4']);
		expect(jsonOf(execution, 'Send Alert')).toHaveLength(1);

		const arrived = () => mail.alerts.filter((text) => text.includes('contacts were not uploaded'));
		expect(arrived()).toHaveLength(1);
		const lines = String(arrived()[0]).split('\n');
		expect(lines[0]).toBe('3 of 5 contacts were not uploaded:');
		expect(lines[1]).toMatch(/^• alert-2: Last Name is missing\. /);
		expect(lines[2]).toMatch(/^• alert-3: First Name is missing\. /);

		// Nobody is called, and the text is still there to read.
		expect(lines[3]).toMatch(/^• &lt;!channel&gt; &amp; @\u200bhere: Last Name is missing\. /);

		await writeFile(stage.file('contacts.csv'), 'id,first_name,last_name\nalert-1,Ann,Ok\n');
		expect(jsonOf(succeeded(await stage.run(name, 'Start')), 'Send Alert')).toEqual([]);
		expect(arrived()).toHaveLength(1);
	});
}
