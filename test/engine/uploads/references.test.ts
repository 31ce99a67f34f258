/** Columns mapped by a reference. The node looks up the value itself, and must get what n8n would evaluate. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();
const rows: IDataObject[] = [
	{ Id: 'a', First: 'Ada', Last: 'Lovelace', Zip: '04109', Phones: ['+49 151 1', '+49 151 2'] },
	{ Id: 'b', First: 'Bo', Last: 'Li', Zip: 4109, Phones: null },
	{ Id: 3, First: 'Cy', Last: true, Phones: '' },
	{ Id: 'd', First: null, Last: 'Dot' },
];

const columnsBy = (reference: (field: string) => string): IDataObject => ({
	id: reference('Id'),
	first_name: reference('First'),
	last_name: reference('Last'),
	work_zip_code: reference('Zip'),
	work_mobile_numbers: reference('Phones'),
	company: 'Example GmbH',
	position: "={{ $json.Id + ' of all' }}",
});

it('mapped references send the values that n8n would evaluate', async () => {
	const sent = async (reference: (field: string) => string) => {
		bench.sandbox.reset();
		const columns = columnsBy(reference);
		const { json } = await bench.upload({ items: rows, map: { columns }, fieldsNotSent: 'clear' });
		return [bench.taken(), json.map(({ id, accepted, error }) => ({ id, accepted, error }))];
	};
	const lookedUp = await sent((field) => `={{ $json.${field} }}`);
	const evaluated = await sent((field) => `={{ ($json.${field}) }}`);
	expect(lookedUp).toEqual(evaluated);
	expect(lookedUp[0]).toHaveLength(3);
});
