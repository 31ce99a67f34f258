/**
 * Which part may import which, for dependency-cruiser:
 *
 *     *.node.ts → run, trigger, methods, description → resources → transport/types, operation, values, dates
 */
const NODE = '^nodes/ContactConsent';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

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
			{ path: '^(sandbox|playground)/' },
			{ path: '^(nodes|credentials)/' },
		),
		rule(
			'shells-are-thin',
			'A node is its description and one call.',
			{ path: `${NODE}/[^/]+\\.node\\.ts$` },
			{ path: `${NODE}/`, pathNot: `${NODE}/(run/execute|trigger/|methods|description|resources/index)` },
		),
		rule(
			'nobody-imports-a-shell',
			'Shells are the top.',
			{ pathNot: '^test/' },
			{ path: `${NODE}/[^/]+\\.node\\.ts$` },
		),
		rule(
			'run-and-trigger-do-not-need-each-other',
			'But what PDFs are called and come to, and the pool, stand in run alone.',
			{ path: `${NODE}/trigger/` },
			{ path: `${NODE}/run/`, pathNot: `${NODE}/run/(file|pool)\\.ts$` },
		),
		rule(
			'run-does-not-look-up',
			'What runs an operation knows neither the trigger nor the editor.',
			{ path: `${NODE}/run/` },
			{ path: `${NODE}/(trigger/|methods|description)` },
		),
		rule(
			'resources-describe',
			'An operation is a description and pure steps.',
			{ path: `${NODE}/resources/` },
			{
				path: '^(nodes|credentials)/',
				pathNot: `${NODE}/(resources/|transport/types\\.ts|operation\\.ts|values\\.ts|dates\\.ts)`,
			},
		),
		rule(
			'few-send',
			'Only what runs something may send.',
			{ pathNot: `${NODE}/(run/|trigger/|methods\\.ts)` },
			{ path: `${NODE}/transport/send\\.ts$` },
		),
		rule(
			'transport-knows-no-operation',
			'It sends what it is given.',
			{ path: `${NODE}/transport/` },
			{ path: '^nodes/', pathNot: `${NODE}/(transport/|values\\.ts)` },
		),
		rule(
			'the-vocabulary-is-the-bottom',
			'Types of requests, and nothing else.',
			{ path: `${NODE}/(operation|values|dates)\\.ts$` },
			{ path: '^nodes/', pathNot: `${NODE}/transport/types\\.ts$` },
		),
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.tools.json' },
		doNotFollow: { path: 'node_modules' },
	},
};
