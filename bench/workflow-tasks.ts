/** The work as a skilled user builds it from n8n's own nodes. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import * as cases from './cases';
import { Engine, type Step } from './engine';
import { itemsOf } from './package-tasks';
import type { Place, Task } from './task';

/** An HTTP Request with the key as header credentials. */
const httpRequest = (url: string, more: IDataObject): Step => ({
	type: 'n8n-nodes-base.httpRequest',
	version: 4.5,
	parameters: { url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', ...more },
});

const query = (parameters: Record<string, string>): IDataObject => ({
	sendQuery: true,
	queryParameters: {
		parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
	},
});

/** A Code node that turns all items into one for each batch, with the body of its request. */
const batches = (toUpload: string): Step => ({
	type: 'n8n-nodes-base.code',
	version: 2,
	parameters: {
		jsCode: `
const uploads = $input.all().map(({ json }) => (${toUpload})(json));
const bodies = [];
for (let start = 0; start < uploads.length; start += ${cases.BATCH}) {
	bodies.push({ json: { body: JSON.stringify(uploads.slice(start, start + ${cases.BATCH})) } });
}
return bodies;`,
	},
});

const post = (place: Place): Step =>
	httpRequest(`${place.baseUrl}/v1/contacts`, {
		method: 'POST',
		sendBody: true,
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
		options: { response: { response: { fullResponse: true } } },
	});

/** A Code node that says for each contact what became of it. */
const outcomes: Step = {
	type: 'n8n-nodes-base.code',
	version: 2,
	parameters: {
		jsCode: `
const bodies = $('batches').all();
return $input.all().flatMap(({ json }, index) =>
	JSON.parse(bodies[index].json.body).map(({ id }) => ({
		json: {
			id,
			accepted: json.statusCode === 202,
			operation_id: json.headers['operation-id'],
			operation_link: json.headers['operation-link'],
			request_id: json.headers['request-id'],
		},
	})),
);`,
	},
};

const AS_IT_IS = '(contact) => contact';

/** From the columns of a table to what the service takes. */
const FROM_COLUMNS = `(row) => ({
	id: row.id, first_name: row.first_name, last_name: row.last_name, company: row.company,
	section_work: {
		emails: [{ email: row.work_emails }],
		mobile_numbers: [{ number: row.work_mobile_numbers }],
		addresses: [{
			street: row.work_street, house_number: row.work_house_number,
			zip_code: row.work_zip_code, city: row.work_city,
		}],
	},
})`;

/** From what the service shows to what it takes, with one field changed. */
const CHANGED = `(contact) => ({
	id: contact.id, first_name: contact.first_name, last_name: contact.last_name, company: 'Changed GmbH',
	section_work: {
		emails: contact.section_work.emails.map((email) => ({ email })),
		mobile_numbers: contact.section_work.mobile_numbers.map(({ original }) => ({ number: original })),
		addresses: contact.section_work.addresses,
	},
	documentation: contact.documentation,
})`;

function stepsOf(name: cases.CaseName, place: Place): [Step[], (size: number) => IDataObject[]] {
	const v1 = `${place.baseUrl}/v1`;
	switch (name) {
		case 'upload-auto':
		case 'upload-define':
			return [[batches(FROM_COLUMNS), post(place)], (size) => cases.upTo(size, cases.flatContact)];
		case 'upload-json':
			return [[batches(AS_IT_IS), post(place)], (size) => cases.upTo(size, cases.nestedContact)];
		case 'merge':
			return [
				[httpRequest(`=${v1}/contacts/{{ $json.id }}`, {}), batches(CHANGED), post(place)],
				cases.changedContacts,
			];
		case 'history':
			return [
				[
					httpRequest(`${v1}/events`, {
						...query({ limit: String(cases.BATCH) }),
						options: {
							pagination: {
								pagination: {
									paginationMode: 'updateAParameterInEachRequest',
									parameters: {
										parameters: [
											{ type: 'qs', name: 'cursor', value: '={{ $response.headers["next-cursor"] }}' },
										],
									},
									paginationCompleteWhen: 'other',
									completeExpression: '={{ !$response.headers["next-cursor"] }}',
								},
							},
						},
					}),
				],
				() => [{}],
			];
		case 'documents':
			return [
				[
					httpRequest(`=${v1}/documentation/{{ $json.contactId }}/{{ $json.eventId }}`, {
						options: { response: { response: { responseFormat: 'file' } } },
					}),
				],
				cases.documentItems,
			];
		case 'poll':
			return [
				[
					httpRequest(`${v1}/events/latest`, {
						...query({ limit: String(cases.BATCH) }),
						options: {
							pagination: {
								pagination: {
									paginationMode: 'updateAParameterInEachRequest',
									parameters: {
										parameters: [{ type: 'qs', name: 'limit', value: String(cases.BATCH) }],
									},
									paginationCompleteWhen: 'other',
									completeExpression: `={{ $response.body.length < ${cases.BATCH} }}`,
								},
							},
						},
					}),
				],
				() => [{}],
			];
	}
}

export function workflowTask(name: cases.CaseName, place: Place, perContact = false): Task {
	let engine: Engine | undefined;
	const [batched, rows] = stepsOf(name, place);
	const steps = perContact ? [...batched, outcomes] : batched;
	const run = async (items: INodeExecutionData[]) => await (engine as Engine).run(steps, items);
	const task: Task<INodeExecutionData[]> = {
		load: async () => {
			engine ??= await Engine.load(place);
		},
		...(name === 'poll' && { begin: async () => void (await run([{ json: {} }])) }),
		input: (size) => itemsOf(rows(size)),
		run: async (items) => {
			const out = await run(items);
			// Without the last step an upload puts out an item for each request. An empty list is one without fields.
			const isEmpty = name === 'poll' && out.length === 1 && out[0]?.json.event_id === undefined;
			const countsRequests = cases.isUpload(name) && !perContact;
			return { count: countsRequests ? items.length : isEmpty ? 0 : out.length };
		},
	};
	return task;
}
