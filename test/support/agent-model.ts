/**
 * A model without knowledge of the node or of the service: it reads what a refused call says, and calls again.
 * Each rule is what any reader would make of the words; what it fills in is what the person has asked for.
 */
import type { IDataObject } from 'n8n-workflow';

export interface Call {
	tool: string;
	given: IDataObject;
}

/** What the person has told the model, by the name of the argument or column. */
export type Asked = Readonly<Record<string, unknown>>;

const nameOf = (label: string): string =>
	label
		.replace(/ \(.*\)$/, '')
		.toLowerCase()
		.replace(/[\s-]+/g, '_');

/** The argument, or the column of the record, that a label names. */
function put(given: IDataObject, label: string, value: unknown): IDataObject {
	const name = nameOf(label);
	if (name in given || !('record' in given)) return { ...given, [name]: value } as IDataObject;
	return { ...given, record: { ...(given.record as IDataObject), [name]: value } };
}

const without = (given: IDataObject, columns: readonly string[]): IDataObject => ({
	...given,
	record: Object.fromEntries(
		Object.entries(given.record as IDataObject).filter(([name]) => !columns.includes(name)),
	),
});

/** Gives each column that is not on the list the listed name that shares a word with it. */
function renamed(given: IDataObject, listed: readonly string[], wanted: readonly string[]): IDataObject {
	const known = new Set(listed);
	const words = (name: string) => nameOf(name.replace(/([a-z])([A-Z])/g, '$1_$2')).split('_');
	const left = wanted.filter((name) => !(name in (given.record as IDataObject)));
	const entries = Object.entries(given.record as IDataObject).map(([name, value]) => {
		const better = left.find((other) => words(name).some((word) => words(other).includes(word)));
		return [known.has(name) ? name : (better ?? name), value];
	});
	return { ...given, record: Object.fromEntries(entries) as IDataObject };
}

interface Rule {
	says: RegExp;
	so: (found: RegExpExecArray, given: IDataObject, asked: Asked) => IDataObject;
}

const asAsked = (label: string, given: IDataObject, asked: Asked) => put(given, label, asked[nameOf(label)]);
const listOf = (text: string) => text.split(/, | and /);

/** The first rule whose words are in the text counts. */
const RULES: readonly Rule[] = [
	{
		says: /^The parameter '([^']+)'.*Choose one of: (\w+)/s,
		so: ([, label = '', first], given) => put(given, label, first),
	},
	{
		says: /^The parameter '([^']+)'.*date and time such as (\S+?)\.\s/s,
		so: ([, label = '', example], given) => put(given, label, example),
	},
	{
		says: /^The parameter '([^']+)' is not a whole number (?:of|from) (\d+)/,
		so: ([, label = '', least], given) => put(given, label, least),
	},
	{
		says: /^The parameter '([^']+)' is neither true nor false/,
		so: ([, label = ''], given) => put(given, label, 'true'),
	},
	{
		says: /^The parameter '([^']+)' names no field.*e\.g\. (\w+)/s,
		so: ([, label = '', example], given) => put(given, label, example),
	},
	{
		says: /^The parameter '([^']+)' (?:is empty|is "|is not a text|contains)/,
		so: ([, label = ''], given, asked) => asAsked(label, given, asked),
	},
	{
		says: /^(?:There is no (\w+)|The documentation of the (\w+)).* with the ID/,
		so: ([, noun = ''], given, asked) => asAsked(`${noun} ID`, given, asked),
	},
	{
		says: /^There is no documentation for the (event|contact) "/,
		so: ([, noun = ''], given, asked) => asAsked(`${noun} ID`, given, asked),
	},
	{ says: /does not have the contact/, so: (_, given, asked) => asAsked('Contact ID', given, asked) },
	{
		says: /^The (?:parameter 'JSON'|JSON|contact) (?:is|has)/,
		so: (_, given, asked) => ({ ...given, record: asked.record as IDataObject }),
	},
	{
		says: /^(.+?) (?:has|have) no column in the input.*Columns of \w+: (.+?)\./s,
		so: ([, missing = '', listed = ''], given) =>
			renamed(given, listed.split(', '), listOf(missing).map(nameOf)),
	},
	{
		says: /^'(.+)' (?:is a column|are columns) that/,
		so: ([, names = ''], given) => without(given, names.split("', '")),
	},
	{
		says: /^'.+' and '(.+)' have different values/,
		so: ([, second = ''], given) => without(given, [second]),
	},
	{
		says: /^(.+?) (?:is|are) missing/,
		so: ([, labels = ''], given, asked) =>
			listOf(labels).reduce((all, label) => asAsked(label, all, asked), given),
	},
	{
		says: /^(.+?) (?:"[^"]*": |is not a|has no|is neither|is no )/,
		so: ([, label = ''], given, asked) => asAsked(label, given, asked),
	},
];

/** The next call, from the words of the refusal alone. */
export function callAgain(given: IDataObject, text: string, asked: Asked): IDataObject {
	for (const { says, so } of RULES) {
		const found = says.exec(text);
		if (found) return so(found, given, asked);
	}
	throw new Error(`The model does not know what to make of: ${text}`);
}
