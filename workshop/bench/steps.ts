/** The work as nodes of a workflow: with this package, and as a skilled user builds it with n8n's own nodes. */
import { BATCH, type CaseName } from './cases';

type Parameters = Record<string, unknown>;

/** A node. The nodes of a bench workflow are connected in a row. */
export interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Parameters;
	onError?: 'continueRegularOutput';
}

const TRIGGER_EVENTS = ['update', 'confirm', 'documentation'];

/** A poll every 5 seconds, by several schedules, because n8n allows no interval below a minute. */
const EVERY_5_SECONDS = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	})),
};

const CONTACT = { contactId: '={{ $json.id }}' };

const packageParameters = (name: CaseName): Parameters => {
	const columns = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
	const upload = { resource: 'contact', operation: 'upsert', inputMode: 'map', columns };
	switch (name) {
		case 'upload':
			return { ...upload, fieldsNotSent: 'clear' };
		case 'keep':
			return { ...upload, fieldsNotSent: 'keep' };
		case 'uploadNoWait':
			return { ...upload, fieldsNotSent: 'clear', options: { waitUntilFinished: false } };
		case 'keepNoWait':
			return { ...upload, fieldsNotSent: 'keep', options: { waitUntilFinished: false } };
		case 'get':
			// The contact as the service sent it, because the workflow built by hand outputs that.
			return { resource: 'contact', operation: 'get', ...CONTACT, simplify: false };
		case 'delete':
		case 'deleteContinue':
			return { resource: 'contact', operation: 'delete', ...CONTACT };
		case 'history':
			return { resource: 'event', operation: 'getMany', returnAll: true, simplify: false };
		case 'documents':
			return {
				resource: 'documentation',
				operation: 'download',
				documentationOf: 'event',
				contactId: '={{ $json.contactId }}',
				eventId: '={{ $json.eventId }}',
			};
		case 'poll':
			return { events: TRIGGER_EVENTS, pollTimes: EVERY_5_SECONDS };
	}
};

/** Another On Error than n8n's default, with which a node stops. */
const onErrorOf = (name: CaseName): Pick<Step, 'onError'> =>
	name === 'deleteContinue' ? { onError: 'continueRegularOutput' } : {};

/** This package's node with its defaults. */
export const packageStep = (name: CaseName): Step => ({
	name: 'Contact Consent',
	type: `n8n-nodes-contact-consent.${name === 'poll' ? 'contactConsentTrigger' : 'contactConsent'}`,
	typeVersion: 1,
	parameters: packageParameters(name),
	...onErrorOf(name),
});

/** An HTTP Request with the key in header credentials. It sends the requests of all its items at once. */
const httpRequest = (name: string, url: string, more: Parameters = {}): Step => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', ...more },
});

export const code = (name: string, jsCode: string): Step => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

/** The full response, also of a refusal, whose status is the result. */
const WHOLE = { options: { response: { response: { fullResponse: true, neverError: true } } } };

/** All pages: requests with one more parameter, until the expression is true. */
const pages = (url: string, name: string, value: string, completeExpression: string): Step =>
	httpRequest('All Pages', url, {
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

/** Combines all items into one per batch, with the request's body. `uploads` is JavaScript. */
const batches = (uploads: string): Step =>
	code(
		'Batches',
		`const uploads = ${uploads};
const bodies = [];
for (let start = 0; start < uploads.length; start += ${BATCH}) {
	bodies.push({ json: { body: JSON.stringify(uploads.slice(start, start + ${BATCH})) } });
}
return bodies;`,
	);

const post = (v1: string): Step =>
	httpRequest('Upload', `${v1}/contacts`, {
		method: 'POST',
		sendBody: true,
		contentType: 'raw',
		rawContentType: 'application/json',
		body: '={{ $json.body }}',
		...WHOLE,
	});

/** Outputs the result of each contact, as this package does. */
const OUTCOMES = code(
	'Outcomes',
	`const bodies = $('Batches').all();
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
);

/** Converts the columns of a table to the upload shape. */
const FROM_COLUMNS = `$input.all().map(({ json: row }) => ({
	id: row.id, first_name: row.first_name, last_name: row.last_name, company: row.company,
	section_work: {
		emails: [{ email: row.work_emails }],
		mobile_numbers: [{ number: row.work_mobile_numbers }],
		addresses: [{
			street: row.work_street, house_number: row.work_house_number,
			zip_code: row.work_zip_code, city: row.work_city,
		}],
	},
}))`;

/** Converts a stored record to the upload shape, with the table's columns merged over it. */
const LAID_OVER = `$('Rows').all().map(({ json: row }, index) => {
	const { statusCode, body: contact } = $input.all()[index].json;
	if (statusCode !== 200) return row;
	return {
		id: contact.id, first_name: contact.first_name, last_name: contact.last_name,
		section_work: {
			emails: contact.section_work.emails.map((email) => ({ email })),
			mobile_numbers: contact.section_work.mobile_numbers.map(({ original }) => ({ number: original })),
			addresses: contact.section_work.addresses,
		},
		documentation: contact.documentation,
		...row,
	};
})`;

export function byHandSteps(name: CaseName, v1: string): Step[] {
	const contact = `=${v1}/contacts/{{ $json.id }}`;
	switch (name) {
		case 'upload':
		case 'uploadNoWait':
			return [batches(FROM_COLUMNS), post(v1), OUTCOMES];
		case 'keep':
		case 'keepNoWait':
			return [httpRequest('Contacts', contact, WHOLE), batches(LAID_OVER), post(v1), OUTCOMES];
		case 'get':
			return [httpRequest('Contacts', contact)];
		case 'delete':
		case 'deleteContinue':
			return [{ ...httpRequest('Delete', contact, { method: 'DELETE' }), ...onErrorOf(name) }];
		case 'history': {
			const cursor = '$response.headers["next-cursor"]';
			return [pages(`${v1}/events`, 'cursor', `={{ ${cursor} }}`, `={{ !${cursor} }}`)];
		}
		case 'documents': {
			const url = `=${v1}/documentation/{{ $json.contactId }}/{{ $json.eventId }}`;
			const options = { response: { response: { responseFormat: 'file' } } };
			return [httpRequest('PDFs', url, { options })];
		}
		case 'poll': {
			const isLast = `={{ $response.body.length < ${BATCH} }}`;
			return [pages(`${v1}/events/latest`, 'limit', String(BATCH), isLast)];
		}
	}
}
