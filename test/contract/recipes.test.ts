import { methods } from '../../nodes/ContactConsent/editor/nodeMethods';
import { codeNode } from '../support/code-node';
import { recipe, recipes, type Field, type Node } from '../support/recipes';

const workflows = [...recipes].map(([name, { nodes }]): [string, Node[]] => [name, nodes]);

const mappers = workflows.flatMap(([file, nodes]) =>
	nodes
		.filter(({ parameters }) => parameters.columns?.mappingMode !== undefined)
		.map((node): [string, Node, Node[]] => [`${file}: ${node.name}`, node, nodes]),
);

/** The columns that the editor gets today. */
async function columnsOf({ type, parameters }: Node, nodes: Node[]): Promise<Field[]> {
	if (type.startsWith('n8n-nodes-contact-consent.')) {
		const { contactColumns, employeeColumns } = methods.resourceMapping;
		const { fields } = await (parameters.resource === 'employee' ? employeeColumns() : contactColumns());
		return fields;
	}
	const table = nodes.find(({ parameters: { operation } }) => operation === 'create')?.parameters;
	const { column } = table?.columns as unknown as { column: Array<{ name: string; type: string }> };
	return column.map(({ name, type }) => ({ id: name, displayName: name, type, required: false }));
}

const comparable = ({ id, displayName, type, required }: Field) => ({ id, displayName, type, required });

// Without saved columns n8n's editor says that the columns are outdated.
test.each(mappers)('%s has the current columns saved', async (_, node, nodes) => {
	const { schema = [], value, mappingMode } = node.parameters.columns ?? {};
	expect(schema.map(comparable)).toEqual((await columnsOf(node, nodes)).map(comparable));
	const shown = schema.filter(({ removed }) => !removed).map(({ id }) => id);
	if (mappingMode === 'defineBelow') expect(Object.keys(value ?? {}).sort()).toEqual(shown.sort());
});

test('each node of all workflows has its own id', () => {
	const ids = workflows.flatMap(([, nodes]) => nodes.map(({ id }) => id));
	expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each canvas begins with a note that says where to click', () => {
	const silent = workflows.filter(([, [first]]) => {
		const text = String(first?.parameters.content);
		return !/[Pp]ress (\*|the arrow)|[Ee]xecute it from \*\*|Double-click|Open the chat|Run \*\*/.test(text);
	});
	expect(silent.map(([file]) => file)).toEqual([]);
});

test("a workflow with a manual trigger has no other trigger, because n8n's big button would run that one first", () => {
	const wrong = workflows.filter(([, nodes]) => {
		const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
		return triggers.length > 1 && triggers.some(({ type }) => type.endsWith('.manualTrigger'));
	});
	expect(wrong.map(([file]) => file)).toEqual([]);
});

test('a canvas whose data table is found by name says that it needs n8n 2', () => {
	const silent = workflows.filter(([, nodes]) => {
		const byName = nodes.some(
			({ parameters: { dataTableId } }) => (dataTableId as { mode?: string } | undefined)?.mode === 'name',
		);
		return byName && !String(nodes[0]?.parameters.content).includes('Needs n8n 2');
	});
	expect(silent.map(([file]) => file)).toEqual([]);
});

test.each(['consent-log', 'delete-me', 'what-do-you-have-about-me'])(
	'%s says which n8n it needs, and a blue note says what to change',
	(file) => {
		const notes = recipe(file).nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(String(notes[0]?.parameters.content)).toMatch(/Needs n8n 2\.|Runs on n8n 1 and 2\./);
		const blue = notes.filter(({ parameters }) => parameters.color === 5);
		expect(blue.map(({ parameters }) => parameters.content)).toEqual([
			expect.stringMatching(/^## (What to change|Your newsletter tool)/),
		]);
	},
);

// n8n takes any other condition of these two for "equals", and says nothing.
test('a node that asks whether a row exists compares by equals alone', () => {
	const asking = workflows.flatMap(([file, nodes]) =>
		nodes
			.filter(({ parameters }) => /^row(Not)?Exists$/.test(String(parameters.operation)))
			.map(({ name, parameters }) => {
				const { conditions } = parameters.filters as { conditions: Array<{ condition: string }> };
				return [`${file}: ${name}`, new Set(conditions.map(({ condition }) => condition))] as const;
			}),
	);
	expect(asking.length).toBeGreaterThan(2);
	for (const one of asking) expect(one).toEqual([one[0], new Set(['eq'])]);
});

const notesOf = (nodes: Node[]) =>
	nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => String(parameters.content));

test('the first note of a canvas with a node of this package says where to choose the credential', () => {
	const silent = workflows.filter(
		([, nodes]) =>
			nodes.some(({ type }) => type.startsWith('n8n-nodes-contact-consent.')) &&
			!String(notesOf(nodes)[0]).includes('credential in the nodes with a red triangle'),
	);
	expect(silent.map(([file]) => file)).toEqual([]);
});

// n8n's editor drops a workflow's settings at each import.
test('a canvas whose executions must not be saved says how to set that', () => {
	const strict = [...recipes].filter(([, { settings }]) => settings.saveManualExecutions === false);
	expect(strict.length).toBeGreaterThan(0);
	const silent = strict.filter(
		([, { nodes }]) =>
			!/open \*\*⋯ → Settings\*\* and set the three \*Save … executions\* fields/.test(
				notesOf(nodes).join('\n'),
			),
	);
	expect(silent.map(([file]) => file)).toEqual([]);
	const all = workflows.flatMap(([, nodes]) => notesOf(nodes)).join('\n');
	expect(all).not.toMatch(/n8n saves no executions/);
});

test('delete-me names all tables of the other workflows, where the person may be, too', () => {
	const tables = workflows
		.filter(([file]) => file !== 'delete-me')
		.flatMap(([, nodes]) => nodes.map(({ parameters }) => parameters.tableName))
		.filter((name) => typeof name === 'string');
	expect(tables).toContain('Contacts as last seen');
	const notes = notesOf(recipe('delete-me').nodes).join('\n');
	expect(tables.filter((name) => !notes.includes(`*${name}*`))).toEqual([]);
});

/** What n8n 3 removes or changes, from n8n's list of changes. The e2e tests ask n8n itself. */
const GONE_WITH_N8N_3 = [
	/^n8n-nodes-base\.(function|functionItem|itemLists|aiTransform|cron|interval|workflowTrigger|openAi) /,
	/^n8n-nodes-base\.(moveBinaryData|htmlExtract|iCal|readBinaryFiles?|readPDF|writeBinaryFile) /,
	/^@n8n\/n8n-nodes-langchain\.(code|toolHttpRequest|manualChatTrigger|lmOpenAi|openAiAssistant) /,
	// The older modes of the agent.
	/^@n8n\/n8n-nodes-langchain\.agent 1 /,
	/^n8n-nodes-base\.executeWorkflow .*"(mode":"each|source":"(localFile|url))"/,
	/\$getPairedItem|\$evaluateExpression/,
	// In n8n 3 an empty output of several gets no item. An error output counts as a second output.
	/^n8n-nodes-base\.(if|switch|compareDatasets|splitInBatches) .*"alwaysOutputData":true/,
	/^(?=.*"alwaysOutputData":true).*"onError":"continueErrorOutput"/,
];

const isGone = (node: object): boolean => {
	const { type, typeVersion } = node as { type: string; typeVersion: number };
	const text = `${type} ${Math.floor(typeVersion)} ${JSON.stringify(node)}`;
	return GONE_WITH_N8N_3.some((gone) => gone.test(text));
};

test('no recipe uses anything that n8n 3 removes', () => {
	const nodes = workflows.flatMap(([file, list]) => list.map((node) => ({ file, node })));
	const gone = nodes.filter(({ node }) => isGone(node));
	expect(gone.map(({ file, node }) => `${file}: ${node.name}`)).toEqual([]);
});

test.each([
	{ type: 'n8n-nodes-base.function', typeVersion: 1 },
	{ type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 1.9 },
	{ type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2, parameters: { mode: 'each' } },
	{ type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode: '$getPairedItem()' } },
	{ type: 'n8n-nodes-base.set', typeVersion: 3.4, onError: 'continueErrorOutput', alwaysOutputData: true },
])('this check finds what n8n 3 removes: %j', (node) => {
	expect(isGone(node)).toBe(true);
});

test('before a campaign: if no consent type is entered, no consent counts', () => {
	const items = { Consent: [{ type: ' ' }], Recipients: [{ contact_id: 'a' }] };
	expect(() => codeNode('before-a-campaign', 'Answers')([{}], { items })).toThrow('Enter the type');
});

describe('rows that were refused', () => {
	test.each(['contacts-from-csv', 'sheet-with-consents'])(
		'%s gives them back with their columns beside the reason, so that they can be corrected and uploaded again',
		(file) => {
			const { nodes } = recipe(file);
			const refused = nodes.find(({ name }) => name === 'Refused')?.parameters;
			const { assignments } = refused?.assignments as { assignments: Array<{ name: string }> };
			expect(refused?.includeOtherFields).toBe(true);
			// Without its blank cells, a row would lack the column that has to be filled.
			const read = nodes.find(({ name }) => name === 'Rows of the File')?.parameters;
			expect(read?.options).toMatchObject({ includeEmptyCells: true });
			expect(assignments.map(({ name }) => name)).toEqual(['error', 'message']);
			expect(notesOf(nodes).join('\n')).toMatch(
				/\*To send only the refused rows again:\*.*Convert to File.*remove the columns `error` and `message`/,
			);
		},
	);
});

describe('a warning stands before the step', () => {
	const first = (file: string, warning: RegExp, step: RegExp) => {
		const text = notesOf(recipe(file).nodes).join('\n');
		const [at, then] = [text.search(warning), text.search(step)];
		expect([file, at >= 0, then >= 0]).toEqual([file, true, true]);
		expect([file, at < then]).toEqual([file, true]);
	};

	test.each([
		['contacts-from-csv', /invented people/, /press \*\*Execute/],
		['sheet-with-consents', /invented people/, /press \*\*Execute/],
		['sheet-with-consents', /\*\*A no withdraws, and your mail tool may not hear of it/, /Look at it first/],
		['trigger-test-event', /production account/, /press \*\*Execute/],
		['newsletter-in-step', /Read the red note/, /\*\*Publish\*\*/],
		['upload-page', /only if nobody is stored under another ID/, /option \*ID Column\*/],
		['upload-page', /your mail tool may not hear of it/, /option \*Consent Columns\*/],
		['delete-me', /then leave out this ID/, /Press \*\*Execute/],
		['delete-me', /Read the red note/, /Press \*\*Execute/],
		['delete-me', /compare them with the person/, /Press \*\*Execute/],
		['take-it-back', /begin with the later one/, /Press \*\*Execute/],
		['take-it-back', /not \*Delete me\*/, /Press \*\*Execute/],
		[
			'take-it-back',
			/\*before\* you press \*\*Put back\*\*, which withdraws/,
			/Contact Consent → Delete contact/,
		],
		['take-it-back', /add the option \*Dry Run\*/, /There is no way back/],
		['upload-page', /After a change, \*\*Publish\*\* again/, /option \*Consent Columns\*/],
		['upload-page', /does not show who uploaded/, /Save no executions/],
		['upload-page', /never remove the option \*Dry Run\*/, /another \*Form Path\*/],
		['what-changed', /only a withdrawal of the last seven days is told/, /Who withdrew in the last/],
		[
			'how-many-may-we-write-to',
			/wait until \*What changed\* has read the history/,
			/Execute \*\*Every Night\*\*/,
		],
		['crm-sync-both-ways', /a blank cell erases/, /Add a field with the same name/],
		['who-withdrew', /as \*Get Consents\* shows it/, /Everybody you may not write to/],
		['who-withdrew', /may create no event.*with their output, too/, /To try it/],
	])('%s: %p before %p', first);

	test('newsletter in step says that it subscribes again, and what to do', () => {
		const text = notesOf(recipe('newsletter-in-step').nodes).join('\n');
		expect(text).toMatch(/unsubscribe link.*is back when they correct/);
		expect(text).toMatch(/must become a withdrawal here, too: with the operation \*Set Consent\*/);
		expect(text).toMatch(/only want to unsubscribe, delete \*\*Subscribe\*\*/);
		expect(text).toMatch(/knows addresses only, the old address stays subscribed/);
	});

	test('upload page has the option for an old list', () => {
		expect(notesOf(recipe('upload-page').nodes).join('\n')).toMatch(
			/\*An old list:\* add \*Stored Values: Keep\* to both/,
		);
	});
});
