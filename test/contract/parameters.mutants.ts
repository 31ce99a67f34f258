/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * Renames each parameter of the action node, and gives it another kind, one at a time: each must be a compile error.
 *
 *     npx tsx test/contract/parameters.mutants.ts
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');
const LEAST = 50;

/** A piece of a file and what stands there instead. */
interface Edit {
	start: number;
	end: number;
	text: string;
}

interface Mutant {
	file: string;
	what: string;
	edits: Edit[];
}

const config = ts.getParsedCommandLineOfConfigFile(
	join(ROOT, 'tsconfig.json'),
	{ noEmit: true, noUnusedLocals: false, noUnusedParameters: false },
	{
		...ts.sys,
		onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
			throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
		},
	},
);
if (!config) throw new Error('There is no tsconfig.json');

const sources = new Map<string, ts.SourceFile>();
const sourceOf = (file: string, version: ts.ScriptTarget, text = readFileSync(file, 'utf8')) =>
	ts.createSourceFile(file, text, version, true);

const host: ts.CompilerHost = {
	...ts.createCompilerHost(config.options, true),
	getSourceFile(file, version) {
		const known =
			sources.get(file) ?? (ts.sys.fileExists(file) ? sourceOf(file, ts.ScriptTarget.ES2022) : undefined);
		if (known) sources.set(file, known);
		return known ?? ts.createSourceFile(file, '', version);
	},
};

let program = ts.createProgram(config.fileNames, config.options, host);

/** The first compile error of the program as it is now. */
function firstError(first: string): string | undefined {
	program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {}, host, program);
	const ours = program.getSourceFiles().filter(({ fileName }) => config?.fileNames.includes(fileName));
	ours.sort((a, b) => Number(b.fileName === first) - Number(a.fileName === first));
	for (const source of ours) {
		const [error] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
		if (!error) continue;
		const text = ts.flattenDiagnosticMessageText(error.messageText, ' ').replace(/\s+/g, ' ');
		return `${relative(ROOT, source.fileName)}: TS${error.code} ${text.slice(0, 90)}`;
	}
	return undefined;
}

const valueIn = (object: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined => {
	const found = object.properties.find((property) => property.name?.getText() === key);
	return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
};

/** What compiles all the same: JSON may be anything, so a boolean is as good, and the code checks it by itself. */
const KNOWN = new Set(["'contact' of kind boolean"]);

/** Another kind for each kind, with a default that belongs to it, so that only the code that reads it can object. */
const OTHER_KIND: Record<string, [type: string, standard: string]> = {
	boolean: ['string', "''"],
	collection: ['string', "''"],
	dateTime: ['number', '0'],
	json: ['boolean', 'false'],
	multiOptions: ['boolean', 'false'],
	number: ['string', "''"],
	options: ['number', '0'],
	resourceLocator: ['number', '0'],
	resourceMapper: ['number', '0'],
	string: ['number', '0'],
};

const replace = (node: ts.Node, text: string): Edit => ({ start: node.getStart(), end: node.end, text });

function withoutOptions(object: ts.ObjectLiteralExpression): Edit[] {
	const options = object.properties.find((property) => property.name?.getText() === 'options');
	return options ? [{ start: options.getStart(), end: options.end + 1, text: '' }] : [];
}

/** The mutants of a declaration with a name of its own, or of one whose name is handed over. */
function* mutantsOf(file: string, node: ts.Node): Generator<Mutant> {
	if (ts.isCallExpression(node) && node.expression.getText() === 'recordField') {
		const name = node.arguments[1];
		if (name) yield { file, what: `${name.getText()} renamed`, edits: [replace(name, "'renamed'")] };
	}
	if (!ts.isObjectLiteralExpression(node)) return;
	const [label, type, standard] = ['displayName', 'type', 'default'].map((key) => valueIn(node, key));
	if (!label || !type || !standard || !ts.isStringLiteral(type) || type.text === 'notice') return;
	const name = valueIn(node, 'name');
	const shown = name?.getText() ?? 'a name that is handed over';
	if (name) yield { file, what: `${shown} renamed`, edits: [replace(name, "'renamed'")] };
	const [otherType, otherDefault] = OTHER_KIND[type.text] ?? [];
	if (otherType === undefined || otherDefault === undefined)
		throw new Error(`No other kind for ${type.text}`);
	const edits = [replace(type, `'${otherType}'`), replace(standard, otherDefault), ...withoutOptions(node)];
	yield { file, what: `${shown} of kind ${otherType}`, edits };
}

function mutantsIn(file: string): Mutant[] {
	const mutants: Mutant[] = [];
	const visit = (node: ts.Node): void => {
		mutants.push(...mutantsOf(file, node));
		ts.forEachChild(node, visit);
	};
	const source = program.getSourceFile(file);
	if (source) visit(source);
	return mutants;
}

function mutated({ edits }: Mutant, text: string): string {
	const backwards = [...edits].sort((a, b) => b.start - a.start);
	return backwards.reduce(
		(all, { start, end, text: other }) => all.slice(0, start) + other + all.slice(end),
		text,
	);
}

function run(): void {
	const unchanged = firstError('');
	if (unchanged) throw new Error(`The code does not compile as it is: ${unchanged}`);
	const files = config?.fileNames.filter((file) => /\/ContactConsent\/resources\//.test(file)) ?? [];
	const mutants = files.flatMap(mutantsIn);
	let caught = 0;
	let survivors = 0;
	for (const mutant of mutants) {
		const original = sources.get(mutant.file);
		if (!original) continue;
		sources.set(mutant.file, sourceOf(mutant.file, ts.ScriptTarget.ES2022, mutated(mutant, original.text)));
		const error = firstError(mutant.file);
		sources.set(mutant.file, original);
		if (error) caught++;
		else if (!KNOWN.has(mutant.what)) survivors++;
		console.log(
			`${error ? '✓' : '✗'} ${relative(ROOT, mutant.file)} ${mutant.what}${error ? ` · ${error}` : ''}`,
		);
	}
	console.log(
		`\n${mutants.length} mutants, ${caught} compile errors, ${survivors} that compile and should not.`,
	);
	if (survivors > 0 || caught < LEAST) process.exitCode = 1;
}

run();
