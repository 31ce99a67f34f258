/** Applies a dry run's `changes` by hand, as docs/upload.md describes them, and makes records for such runs. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { many, storedContact, storedEmployee, valueFor, type Stored } from './upload-records';
import { ADDRESS, CONTACT_COLUMNS, content, EMPLOYEE_TEXTS, LISTS, SECTIONS } from './upload-spec';

type Loose = Record<string, unknown>;
export type Changes = Record<string, { from?: unknown; to: unknown }>;

const FLAT = new RegExp(`^(${SECTIONS.join('|')})_(${[...LISTS, ...ADDRESS].join('|')})$`);

/** The place of a column in a record. */
function pathOf(column: string, resource: string): Array<string | number> {
	const [, section, field = ''] = (resource === 'contact' && FLAT.exec(column)) || [];
	if (section === undefined) return column.split('.');
	const place = LISTS.includes(field) ? [field] : ['addresses', 0, field];
	return [`section_${section}`, ...place];
}

const own = (at: unknown, step: string | number): unknown =>
	typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Loose)[step] : undefined;

function set(at: unknown, [step, ...rest]: Array<string | number>, to: unknown): unknown {
	if (step === undefined) return to;
	const copy = (typeof step === 'number' ? [...((at as unknown[]) ?? [])] : { ...(at as Loose) }) as Loose;
	copy[step] = set(own(at, step), rest, to);
	return copy;
}

/** Shows e-mails and numbers as texts, so that both shapes are equal. */
function asTexts(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asTexts);
	if (typeof value !== 'object' || value === null) return value;
	const { email, original, number } = value as Loose;
	const details = original ?? number;
	if (typeof details === 'string') return details;
	if (typeof email === 'string' && Object.keys(value).length === 1) return email;
	return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asTexts(field)]));
}

/** The parts of a record that are compared: its content, without what the service adds. */
export function comparable(record: unknown, resource: string): unknown {
	const { tags, employee_id, data, ...rest } = { ...(record as Loose) };
	const ownTags = resource === 'employee' && { tags };
	const ownEmployee = employee_id !== 'default' && { employee_id };
	// The keys of data are not names of fields.
	const sorted = { ...(asTexts(rest) as Loose) };
	const consents = consentsIn(sorted).map((one) => JSON.stringify(one));
	if (consents.length > 0)
		sorted.documentation = { ...(sorted.documentation as Loose), consents: consents.sort() };
	return content({ ...sorted, data, ...ownTags, ...ownEmployee });
}

type Consents = Array<{ type?: unknown; granted_at?: unknown }>;

const consentsIn = (record: unknown): Consents =>
	(own(own(record, 'documentation'), 'consents') as Consents | undefined) ?? [];

/** Consents are told as states, so the entries come from the new record, where they have to differ from before. */
function withConsents(after: unknown, type: string, now: unknown): unknown {
	const ofType = (record: unknown) =>
		JSON.stringify(consentsIn(record).filter((one) => String(one.type) === type));
	const isThere = Object.hasOwn(Object(now), 'documentation');
	if (ofType(after) === ofType(now)) return after;
	return set(after, ['documentation'], isThere ? own(now, 'documentation') : null);
}

/** Applies changes. Throws if `from` is not the stored value. @param now the record after the upload */
export function apply(record: unknown, changes: Changes, resource: string, now: unknown): unknown {
	let after = asTexts(record ?? {});
	const isConsent = ([column]: [string, unknown]) => (column.startsWith('consents.') ? 1 : 0);
	const inOrder = Object.entries(changes).sort((one, other) => isConsent(one) - isConsent(other));
	for (const [column, change] of inOrder) {
		if (column.startsWith('consents.')) {
			after = withConsents(after, column.slice('consents.'.length), now);
			continue;
		}
		const keys = record === undefined ? 'to' : 'from,to';
		if (Object.keys(change).join() !== keys) throw new Error(`${column}: ${JSON.stringify(change)}`);
		const path = pathOf(column, resource);
		const before = path.reduce<unknown>(own, asTexts(record ?? {}));
		const told = JSON.stringify(content(asTexts(change.from)));
		// Lists of addresses have their own tests. Here, null means `no second address`.
		if (!column.endsWith('.addresses') && JSON.stringify(content(before)) !== told) {
			throw new Error(`${column} is said to be ${told} and is ${JSON.stringify(before)}`);
		}
		const isRest = column.endsWith('.addresses') && change.to === null;
		const first = isRest ? path.reduce<unknown>(own, after) : undefined;
		after = set(after, path, isRest && Array.isArray(first) ? first.slice(0, 1) : asTexts(change.to));
	}
	return after;
}

const valueOf = (column: string): fc.Arbitrary<unknown> => {
	const field = column.replace(/^(work|private)_/, '');
	const value = valueFor(field === 'house_number' ? 'text' : field).filter((text) => !/[\n,;]/.test(text));
	const one = field === 'zip_code' ? fc.constantFrom('10115', '80331') : value;
	const many = LISTS.includes(field) ? fc.array(value, { minLength: 1, maxLength: 2 }) : one;
	return fc.oneof({ weight: 9, arbitrary: many }, fc.constantFrom('', null));
};
const flat = (columns: string[], maxLength: number): fc.Arbitrary<IDataObject> =>
	fc
		.subarray(columns, { maxLength })
		.chain(
			(names) =>
				fc.record(
					Object.fromEntries(names.map((name) => [name, valueOf(name)])),
				) as fc.Arbitrary<IDataObject>,
		);

const SECTIONLESS = ['email', 'phone', 'mobile_number', 'fax', 'city', 'street', 'zip_code', 'house_number'];
const optional = (columns: string[]) =>
	columns.filter((name) => !['id', 'first_name', 'last_name'].includes(name));

/** Parts of a nested record, flat columns, columns without a section, strange ones, or all of them. */
const more = (resource: string): fc.Arbitrary<IDataObject> => {
	const whole = resource === 'contact' ? storedContact : storedEmployee;
	const nested = whole.chain((rest) =>
		fc
			.subarray(Object.keys(rest).filter((name) => name !== 'id'))
			.map((names) => Object.fromEntries(names.map((name) => [name, rest[name]]))),
	) as fc.Arbitrary<IDataObject>;
	const columns = resource === 'contact' ? CONTACT_COLUMNS : EMPLOYEE_TEXTS;
	const parts = [
		nested,
		flat(optional(columns), 5),
		resource === 'contact' ? flat(SECTIONLESS, 3) : fc.constant({}),
		fc.constantFrom({}, {}, { note: 'strange' }),
	];
	return fc.tuple(...parts, fc.subarray([0, 1, 2, 3], { minLength: 1 })).map((all) => {
		const chosen = all.at(-1) as unknown as number[];
		return Object.assign({}, ...chosen.map((at) => all[at])) as IDataObject;
	});
};

export interface Case {
	stored: Stored[];
	elements: IDataObject[];
}

/** Stored records, and uploads of some of them, of new ones, and of one record twice. */
export function caseOf(resource: 'contact' | 'employee', size: number): fc.Arbitrary<Case> {
	const record = resource === 'contact' ? storedContact : storedEmployee;
	const named = fc.record({
		first_name: valueOf('text'),
		last_name: valueOf('text'),
		email: valueOf('email'),
	});
	return many(record, size).chain((all) => {
		const element = fc
			.tuple(fc.nat(size - 1), named, more(resource), fc.nat(5))
			.map(([at, { email, ...names }, rest, luck]): IDataObject => {
				const required = { ...names, ...(resource === 'employee' && { email }) } as IDataObject;
				return { id: all[at]?.id, ...(luck > 0 && required), ...rest };
			});
		const half = Math.ceil(size / 2);
		return fc
			.array(element, { minLength: size, maxLength: size, size: 'max' })
			.map((elements) => ({ stored: all.slice(0, half), elements }));
	});
}
