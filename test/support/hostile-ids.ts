/** IDs that try to leave their place in a path by steps, in each spelling that some gateway decodes. */
const STEPS = ['..', '%2e%2e', '.%2E', '%2e.', '%252e%252e', '%25252e%25252e', '%%32%65%2e'];
const SLASHES = ['/', '\\', '%2f', '%2F', '%5c', '%252f', '%255C', '%%32%66'];
const TARGETS = ['employees/e1', 'events/latest', 'contacts/c1'];

const written = (target: string, slash: string) => target.replaceAll('/', slash);

const climbing = STEPS.flatMap((step) =>
	SLASHES.flatMap((slash) => TARGETS.map((target) => step + slash + written(target, slash))),
);

const others = [
	...['.', '..', './', '../', '/..', '/.', './.', '../..', '..\\..', '...//..', '//..//', '%2e', '%2e%2e/'],
	...[
		'../../../other/admin',
		'..%2f..%2f..%2fother%2fadmin',
		'..\\..\\..\\other\\admin',
		'/../../other/admin',
	],
	...[
		'c1/..',
		'c1/../',
		'c1/../../employees/e1',
		'c1/./../c1',
		'c1%2f..%2fc1',
		'c1/.',
		'c1\\..\\..\\employees\\e1',
	],
	...['..;/employees/e1', '..;a=b/employees/e1', 'c1/..;/..;/employees/e1', '..%3b/employees/e1', '.;/c1'],
	...['..?/employees', '..%3f', '..#', '..%23x', 'c1/..?x=1', 'c1/..%3fx'],
	...[
		'..%00/employees/e1',
		'..%0a/employees/e1',
		'.. /employees/e1',
		' ../employees/e1',
		'..\t/employees/e1',
	],
	...['/', '//', '\\', '/\\/', '%2f', '%2F%2f', '%5c', ' / '],
];

/** More than 200 IDs. Each is refused, or reaches only its own path. */
export const HOSTILE_IDS: readonly string[] = [...new Set([...climbing, ...others])];

/** IDs with slashes, dots and signs that do not climb. They are requested as they are. */
export const ODD_IDS = [
	'a/b',
	'a/b/c',
	'a.b',
	'...',
	'a..b',
	'..a/b',
	'a/...',
	'100%',
	'a%zz',
	'ä/ß €',
	'a+b&c=d',
] as const;
