/** The work as this package does it. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import * as cases from './cases';
import { Engine, type Step } from './engine';
import type { Place, Task } from './task';

const ACTION = 'n8n-nodes-contact-consent.contactConsent';
const TRIGGER = 'n8n-nodes-contact-consent.contactConsentTrigger';

export const itemsOf = (rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));

const upsert = ({ isFar }: Place, parameters: IDataObject, options: IDataObject = {}): Step => ({
	type: ACTION,
	parameters: {
		resource: 'contact',
		operation: 'upsert',
		options: { parallelUploads: cases.parallelUploads(isFar), ...options },
		...parameters,
	},
});

const AUTOMATIC = { inputMode: 'map', columns: { mappingMode: 'autoMapInputData', value: null } };

/** Each column mapped by hand, by dragging the input's field into it. */
const DEFINED = {
	inputMode: 'map',
	columns: {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(
			Object.keys(cases.flatContact(0)).map((column) => [column, `={{ $json.${column} }}`]),
		),
		schema: Object.keys(cases.flatContact(0)).map((id) => ({
			id,
			displayName: id,
			required: ['id', 'first_name', 'last_name'].includes(id),
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
			removed: false,
		})),
	},
};

/** The step, and its input. */
function stepOf(
	name: Exclude<cases.CaseName, 'poll'>,
	place: Place,
): [Step, (size: number) => IDataObject[]] {
	switch (name) {
		case 'upload-auto':
			return [upsert(place, AUTOMATIC), (size) => cases.upTo(size, cases.flatContact)];
		case 'upload-define':
			return [upsert(place, DEFINED), (size) => cases.upTo(size, cases.flatContact)];
		case 'upload-json':
			return [
				upsert(place, { inputMode: 'json', json: '={{ $json }}' }),
				(size) => cases.upTo(size, cases.nestedContact),
			];
		case 'merge':
			return [upsert(place, AUTOMATIC, { mergeWithCurrent: true }), cases.changedContacts];
		case 'history':
			// As the service sends them, like the workflow and the floors do.
			return [
				{
					type: ACTION,
					parameters: { resource: 'event', operation: 'getMany', returnAll: true, simplify: false },
				},
				() => [{}],
			];
		case 'documents':
			return [
				{
					type: ACTION,
					parameters: {
						resource: 'documentation',
						operation: 'download',
						documentationOf: 'event',
						contactId: '={{ $json.contactId }}',
						eventId: '={{ $json.eventId }}',
					},
				},
				cases.documentItems,
			];
	}
}

export function packageTask(name: cases.CaseName, place: Place): Task {
	let engine: Engine | undefined;
	const load = async () => {
		engine ??= await Engine.load(place);
	};
	const loaded = () => engine as Engine;
	if (name === 'poll') {
		let poll: (() => Promise<INodeExecutionData[]>) | undefined;
		return {
			load,
			input: () => undefined,
			begin: async () => {
				const options = { maxEvents: 10_000 };
				poll = loaded().trigger({
					type: TRIGGER,
					parameters: { events: ['update', 'confirm', 'documentation'], options },
				});
				await poll();
			},
			run: async () => ({ count: (await poll?.())?.length ?? -1 }),
		};
	}
	const [step, rows] = stepOf(name, place);
	const task: Task<INodeExecutionData[]> = {
		load,
		input: (size) => itemsOf(rows(size)),
		run: async (items) => ({ count: (await loaded().run([step], items)).length }),
	};
	return task;
}
