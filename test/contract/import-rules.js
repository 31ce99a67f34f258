/**
 * Which part may import which, for dependency-cruiser:
 *
 *     *.node.ts → run, trigger, methods, description → resources → upload → parameters → operation, plan, field →
 *     transport/types
 *
 * run/ receives the resources as an argument and imports none of them. upload/ knows columns, and no resource by
 * name. run/, upload/ and trigger/ never import each other. Only run/, trigger/ and methods.ts make a sender.
 */
const NODE = '^nodes/ContactConsent';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

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
				pathNot: `${NODE}/(run/execute|trigger/(poll|description)|methods|description|resources/index)\\.ts$`,
			},
		),
		rule(
			'nobody-imports-a-shell',
			'Shells are the top.',
			{ pathNot: '^test/' },
			{ path: `${NODE}/[^/]+\\.node\\.ts$` },
		),
		rule(
			'run-knows-no-endpoint',
			'What runs an operation knows its kind and its plan: no endpoint, no shape, no trigger, no editor.',
			{ path: `${NODE}/run/` },
			{ path: `${NODE}/(resources/|upload/|trigger/|methods|description)` },
		),
		rule(
			'upload-knows-no-resource',
			'It knows columns, and no resource by name: what it needs of one is handed over.',
			{ path: `${NODE}/upload/` },
			{ path: `${NODE}/(resources/|run/|trigger/|methods|description)` },
		),
		rule(
			'run-and-upload-share-little',
			'Words of an outcome, and looking until something is finished.',
			{ path: `${NODE}/(outcome|look)\\.ts$` },
			{ path: '^nodes/', pathNot: `${NODE}/(transport/(errors|types)|operation|plan|values|clock)\\.ts$` },
		),
		rule(
			'trigger-does-not-run-operations',
			'It uses the requests and shapes of the resources, and its own loop.',
			{ path: `${NODE}/trigger/` },
			{ path: `${NODE}/(run/|upload/|methods|description)` },
		),
		rule(
			'resources-describe',
			'An operation is a description and pure steps.',
			{ path: `${NODE}/resources/` },
			{
				path: '^(nodes|credentials)/',
				pathNot: `${NODE}/(resources/|transport/types\\.ts|(operation|plan|field|options|values|dates)\\.ts|upload/(columns|shapes|nested|cells|reading|types|fields|uploadOptions|operation|upsert|report|sentences)\\.ts)`,
			},
		),
		rule(
			'few-send',
			'Only what runs something may send.',
			{ pathNot: `${NODE}/(run/|trigger/|methods\\.ts)|^test/unit/transport\\.send\\.test\\.ts$` },
			{ path: `${NODE}/transport/send\\.ts$` },
		),
		rule(
			'transport-knows-no-operation',
			'It sends what it is given.',
			{ path: `${NODE}/transport/` },
			{ path: '^nodes/', pathNot: `${NODE}/(transport/|(values|clock)\\.ts)` },
		),
		rule(
			'the-vocabulary-is-the-bottom',
			'Types of fields, plans and requests, and reading values: nothing that does anything.',
			{ path: `${NODE}/(operation|plan|field|options|values|dates|pool|clock)\\.ts$` },
			{ path: '^nodes/', pathNot: `${NODE}/(transport/types|plan|field|values|clock)\\.ts$` },
		),
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: require('node:path').resolve('test/tsconfig.tools.json') },
		doNotFollow: { path: 'node_modules' },
	},
};
