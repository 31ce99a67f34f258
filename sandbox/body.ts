/** Request bodies: JSON, and forms with names in brackets. */

export type ParsedBody = { value: unknown } | { problem: string };

const isIndex = (name: string): boolean => /^\d{1,6}$/.test(name);
const own = (target: object, name: string): boolean => Object.hasOwn(target, name);

type Tree = { [name: string]: Tree | string };

/** Levels whose names are all numbers are lists; what reads like a boolean becomes one where consents have it. */
function settle(tree: Tree | string, name: string): unknown {
	if (typeof tree === 'string')
		return name === 'granted' && /^(true|false)$/.test(tree) ? tree === 'true' : tree;
	const names = Object.keys(tree);
	if (names.length > 0 && names.every(isIndex)) {
		return names
			.sort((a, b) => Number(a) - Number(b))
			.map((index) => settle(tree[index] as Tree | string, index));
	}
	return Object.fromEntries(names.map((key) => [key, settle(tree[key] as Tree | string, key)]));
}

/** `0[section_work][emails][0][email]=…` or `[0][id]=…`: the nesting is not documented, this is the usual one. */
function parseForm(text: string): ParsedBody {
	const root: Tree = Object.create(null) as Tree;
	for (const [key, value] of new URLSearchParams(text)) {
		const names = key.split(/[[\]]+/).filter((name) => name !== '');
		const last = names.pop();
		if (last === undefined) return { problem: `"${key}" is not a field name` };
		let level = root;
		for (const name of names) {
			const deeper: Tree | string = own(level, name)
				? (level[name] as Tree | string)
				: (level[name] = Object.create(null) as Tree);
			if (typeof deeper === 'string') return { problem: `"${key}" is a value and a group at once` };
			level = deeper;
		}
		level[last] = value;
	}
	return { value: settle(root, '') };
}

export function parseBody(raw: Buffer, contentType: string | undefined, forms: boolean): ParsedBody {
	const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	if (type === 'application/x-www-form-urlencoded' && forms) return parseForm(raw.toString());
	if (type !== 'application/json' && !type.endsWith('+json')) {
		return { problem: `Content-Type ${type || '(none)'} is not accepted, application/json is` };
	}
	try {
		return { value: JSON.parse(raw.toString()) as unknown };
	} catch {
		return { problem: 'The body is not valid JSON' };
	}
}
