/** The work as steps of a workflow: with this package, and as a skilled user builds it from n8n's own nodes. */
import type { IDataObject } from 'n8n-workflow';

import { BATCH, flatContact, isUpload, parallelUploads, type CaseName, type Place, type Task } from './cases';
import { Engine, type Step } from './engine';

const action = (resource: string, operation: string, parameters: IDataObject): Step => ({
	type: 'n8n-nodes-contact-consent.contactConsent',
	parameters: { resource, operation, ...parameters },
});

const AUTOMATIC = { inputMode: 'map', columns: { mappingMode: 'autoMapInputData', value: null } };

/** Each column mapped by hand, by dragging the input's field into it. */
const DEFINED = {
	inputMode: 'map',
	columns: {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(
			Object.keys(flatContact(0)).map((column) => [column, `={{ $json.${column} }}`]),
		),
		schema: Object.keys(flatContact(0)).map((id) => ({
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

function packageStep(name: CaseName, { isFar }: Place): Step {
	const upsert = (parameters: IDataObject, fieldsNotSent = 'clear') =>
		action('contact', 'upsert', {
			...parameters,
			fieldsNotSent,
			options: { parallelUploads: parallelUploads(isFar) },
		});
	switch (name) {
		case 'upload-auto':
			return upsert(AUTOMATIC);
		case 'upload-define':
			return upsert(DEFINED);
		case 'upload-json':
			return upsert({ inputMode: 'json', json: '={{ $json }}' });
		case 'merge':
			return upsert(AUTOMATIC, 'keep');
		case 'history':
			// As the service sends them, like the workflow and the floors do.
			return action('event', 'getMany', { returnAll: true, simplify: false });
		case 'documents':
			return action('documentation', 'download', {
				documentationOf: 'event',
				contactId: '={{ $json.contactId }}',
				eventId: '={{ $json.eventId }}',
			});
		case 'poll':
			return {
				type: 'n8n-nodes-contact-consent.contactConsentTrigger',
				parameters: { events: ['update', 'confirm', 'documentation'], options: { maxEvents: 10_000 } },
			};
	}
}

/** An HTTP Request with the key as header credentials. */
const httpRequest = (url: string, more: IDataObject = {}): Step => ({
	type: 'n8n-nodes-base.httpRequest',
	version: 4.5,
	parameters: { url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', ...more },
});

const code = (jsCode: string): Step => ({ type: 'n8n-nodes-base.code', version: 2, parameters: { jsCode } });

/** All pages: asked for with one more parameter until the expression is true. */
const pages = (url: string, name: string, value: string, completeExpression: string): Step =>
	httpRequest(url, {
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: String(BATCH) }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters: [{ type: 'qs', name, value }] },
					paginationCompleteWhen: 'other',
					completeExpression,
				},
			},
		},
	});

/** Turns all items into one for each batch, with the body of its request. */
const batches = (toUpload: string): Step =>
	code(`
const uploads = $input.all().map(({ json }) => (${toUpload})(json));
const bodies = [];
for (let start = 0; start < uploads.length; start += ${BATCH}) {
	bodies.push({ json: { body: JSON.stringify(uploads.slice(start, start + ${BATCH})) } });
}
return bodies;`);

const post = (url: string): Step =>
	httpRequest(url, {
		method: 'POST',
		sendBody: true,
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
		options: { response: { response: { fullResponse: true } } },
	});

/** Says for each contact what became of it. */
const outcomes = code(`
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
);`);

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

function workflowSteps(name: CaseName, { baseUrl }: Place): Step[] {
	const v1 = `${baseUrl}/v1`;
	switch (name) {
		case 'upload-auto':
		case 'upload-define':
			return [batches(FROM_COLUMNS), post(`${v1}/contacts`)];
		case 'upload-json':
			return [batches('(contact) => contact'), post(`${v1}/contacts`)];
		case 'merge':
			return [httpRequest(`=${v1}/contacts/{{ $json.id }}`), batches(CHANGED), post(`${v1}/contacts`)];
		case 'history': {
			const cursor = '$response.headers["next-cursor"]';
			return [pages(`${v1}/events`, 'cursor', `={{ ${cursor} }}`, `={{ !${cursor} }}`)];
		}
		case 'documents':
			return [
				httpRequest(`=${v1}/documentation/{{ $json.contactId }}/{{ $json.eventId }}`, {
					options: { response: { response: { responseFormat: 'file' } } },
				}),
			];
		case 'poll': {
			const isLast = `={{ $response.body.length < ${BATCH} }}`;
			return [pages(`${v1}/events/latest`, 'limit', String(BATCH), isLast)];
		}
	}
}

export async function packageTask(name: CaseName, place: Place): Promise<Task> {
	const engine = await Engine.load(place);
	const step = packageStep(name, place);
	if (name !== 'poll') return { run: async (rows) => (await engine.run([step], rows)).length };
	let poll = engine.trigger(step);
	const begin = async () => {
		poll = engine.trigger(step);
		await poll();
	};
	return { begin, run: async () => (await poll()).length };
}

export async function workflowTask(name: CaseName, place: Place, perContact: boolean): Promise<Task> {
	const engine = await Engine.load(place);
	const steps = workflowSteps(name, place);
	if (perContact) steps.push(outcomes);
	const run = async (rows: IDataObject[]): Promise<number> => {
		const out = await engine.run(steps, rows);
		// Without the last step an upload puts out an item for each request.
		if (isUpload(name) && !perContact) return rows.length;
		// An empty list is an item without fields.
		return name === 'poll' ? out.filter(({ json }) => json.event_id !== undefined).length : out.length;
	};
	return { run, ...(name === 'poll' && { begin: async () => await run([{}]) }) };
}
