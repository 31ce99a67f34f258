/**
 * Which part may import which, for dependency-cruiser:
 *
 *     *.node.ts → editor, run, trigger, operations → upload → common → parameters → transport → lib
 *
 * run/ receives the operations as an argument and imports none of them. upload/ knows columns, and no resource by
 * name. run/, upload/ and trigger/ never import each other. Only run/, trigger/ and the lists of the editor make a sender.
 */
const NODE = '^nodes/ContactConsent';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The rooms of the nodes, from the lowest to the highest, each with the rooms and files that it may import. */
const ROOMS_OF_THE_NODES = {
	lib: [],
	transport: ['lib'],
	parameters: ['transport/(types|path)', 'lib'],
	common: ['parameters', 'transport', 'lib'],
	// Reads what people bring. Knows no request, no stored record.
	'upload/table': ['upload/(uploadTypes|report/(requiredMissing|notes))', 'common', 'lib'],
	// Says what happened. Changes nothing, so it knows nothing that reads or sends.
	'upload/report': ['upload/(uploadTypes|table|change/diff)', 'common', 'transport/(types|errors)', 'lib'],
	upload: ['common', 'parameters', 'transport', 'lib'],
	operations: ['upload', 'common', 'parameters', 'transport/types', 'lib'],
	run: ['common', 'parameters', 'transport', 'lib'],
	trigger: ['operations', 'common', 'parameters', 'transport', 'lib'],
	editor: [
		'operations',
		'upload/table/recordModel',
		'common',
		'parameters',
		'transport',
		'lib',
		'.*/credentials',
	],
};

/** The folders of the sandbox, from the lowest to the highest. server.ts, index.ts and cli.ts stand above them. */
const ROOMS = ['options', 'faults', 'records', 'http', 'routes', 'handle'];
const SANDBOX_TOP = 'sandbox/[^/]+\\.ts$';

module.exports = {
	forbidden: [
		rule('no-circles', 'Imports run one way, everywhere in the tree.', {}, { circular: true }),
		rule(
			'published-code-needs-n8n-workflow-only',
			'A community node has no dependencies.',
			{ path: '^(nodes|credentials)/' },
			{ pathNot: '^(nodes|credentials)/|node_modules/n8n-workflow/|^n8n-workflow$' },
		),
		rule(
			'nodes-and-sandbox-never-meet',
			'The sandbox is written from the contract alone.',
			{ path: '^(sandbox|examples)/' },
			{ path: '^(nodes|credentials)/' },
		),
		rule(
			'nothing-imports-the-workshop',
			'What the root needs is at the root.',
			{ pathNot: '^workshop/' },
			{ path: '^workshop/' },
		),
		rule(
			'n8n-is-a-library',
			"Beside n8n's own packages, an import would get n8n's version of a package.",
			{ path: '^workshop/n8n/' },
			{ pathNot: '^(workshop|test|sandbox)/', dependencyTypesNot: ['core'] },
		),
		...ROOMS.map((room, floor) =>
			rule(
				`sandbox-${room}-knows-only-what-is-below`,
				'The rooms of the sandbox stand on each other.',
				{ path: `^sandbox/${room}/` },
				{ path: `^(sandbox/(${[...ROOMS.slice(floor + 1), 'test'].join('|')})/|${SANDBOX_TOP})` },
			),
		),
		rule(
			'the-oracle-shares-no-code',
			'What judges the trigger knows the model and Node alone.',
			{ path: '^test/model/', pathNot: '/(driver|exhaustive|running)\\.ts$|\\.test\\.ts$' },
			{ pathNot: '^test/model/(?!driver)', dependencyTypesNot: ['core'] },
		),
		rule(
			'the-driver-runs-the-trigger',
			'Its tests see what comes out.',
			{ path: '^test/model/', pathNot: '/driver\\.ts$' },
			{ path: '^nodes/' },
		),
		rule(
			'credentials-import-types-only',
			'Credentials are a description and one function.',
			{ path: '^credentials/' },
			{ dependencyTypesNot: ['type-only'] },
		),
		rule(
			'shells-are-thin',
			'A node is its description and one call.',
			{ path: `${NODE}/[^/]+\\.node\\.ts$` },
			{
				path: `${NODE}/`,
				pathNot: `${NODE}/(run/execute|trigger/(poll|triggerFields)|editor/(nodeMethods|nodeProperties|hints)|operations/index)\\.ts$`,
			},
		),
		rule(
			'nobody-imports-a-shell',
			'Shells are the top.',
			{ pathNot: '^test/' },
			{ path: `${NODE}/[^/]+\\.node\\.ts$` },
		),
		...Object.entries(ROOMS_OF_THE_NODES).map(([room, below]) =>
			rule(
				`${room.replaceAll('/', '-')}-imports-only-what-is-below`,
				below.length > 0 ? `${room}/ may import ${below.join(', ')}.` : `${room}/ imports nothing of ours.`,
				{ path: `${NODE}/${room}/` },
				{
					path: '^(nodes|credentials)/',
					pathNot: `${NODE}/(${[room, ...below].join('|')})(/|\\.ts$)${room === 'editor' ? '|^credentials/' : ''}`,
				},
			),
		),
		rule(
			'few-send',
			'Only what runs something may send.',
			{ pathNot: `${NODE}/(run/|trigger/|editor/listSearch\\.ts)|^test/unit/transport\\.send\\.test\\.ts$` },
			{ path: `${NODE}/transport/send\\.ts$` },
		),
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: require('node:path').resolve('test/tsconfig.tools.json') },
		doNotFollow: { path: 'node_modules' },
	},
};
