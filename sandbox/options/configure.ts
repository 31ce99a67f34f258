import type { SandboxOptions } from './options';

/** Allowed values, for options that have a fixed set. */
export const CHOICES: { [K in keyof SandboxOptions]?: ReadonlyArray<SandboxOptions[K]> } = {
	unauthorizedStatus: [401, 403],
	unauthorizedBody: ['json', 'text', 'html', 'empty'],
	tooManyStatus: [413, 422],
	validationKeys: ['index', 'index1', 'id', 'field', 'opaque'],
	validationFields: ['dotted', 'pointer', 'leaf'],
	validationStatus: [422, 400],
	validationScope: ['all', 'first'],
	additionalProperties: ['ignore', 'refuse'],
	uploadMode: ['replace', 'merge'],
	unknownEmployee: ['keep', 'default', 'refuse'],
	deleteUnknownEmployee: [404, 204],
	uploadedConsents: ['stored', 'ignored', 'ownTime'],
	consentOrder: ['asSent', 'newestFirst'],
	emptyFields: ['omit', 'empty', 'null'],
	tagsOnRead: ['always', 'whenSet', 'never'],
	visible: ['onAccept', 'onFinish'],
	operationItems: ['modelId', 'idOnly', 'same', 'none'],
	eventOrder: ['asc', 'desc', 'shuffled'],
	latestOrder: ['arrival', 'asc', 'desc', 'shuffled'],
	fromBound: ['inclusive', 'exclusive'],
	toBound: ['inclusive', 'exclusive'],
	timestampFormat: ['milliseconds', 'seconds', 'microseconds', 'offset'],
	offsetlessTimes: ['utc', 'refuse'],
	overMaxLimit: ['cap', 'refuse'],
	cursorMode: ['keyset', 'offset', 'snapshot'],
	cursorFilters: ['carried', 'query', 'strict'],
	triggerIdentifies: ['id', 'email'],
	triggerContact: ['merged', 'stored', 'sent'],
	latestDocumentation: ['event', 'ready'],
};

/** These options cannot change while the server listens. */
const AT_START_ONLY: ReadonlySet<string> = new Set(['host', 'port', 'docs']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function checkKeys(keys: unknown): void {
	const good =
		Array.isArray(keys) &&
		keys.every((entry) => isRecord(entry) && typeof entry.key === 'string' && entry.key !== '') &&
		keys.every((entry: { kind?: unknown }) => entry.kind === 'sandbox' || entry.kind === 'production') &&
		keys.every((entry: object) => Object.keys(entry).every((name) => KEY_FIELDS.has(name)));
	if (!good) throw new TypeError("keys: a list of { key, kind: 'sandbox' | 'production' } is expected");
}

const KEY_FIELDS: ReadonlySet<string> = new Set(['key', 'kind', 'operations']);

const isTexts = (value: unknown): boolean =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** Checks and returns the new value of an option. JSON has no Infinity, so null stands for it. */
function checked(name: keyof SandboxOptions, old: unknown, value: unknown): unknown {
	if (name === 'pingBody' || name === 'acceptedBody') return value;
	if (name === 'keys') {
		checkKeys(value);
		return value;
	}
	if (name === 'hostNames' && !isTexts(value)) throw new TypeError('hostNames: a list of texts is expected');
	const choices: readonly unknown[] | undefined = CHOICES[name];
	if (choices) {
		if (choices.includes(value)) return value;
		throw new TypeError(`${name}: expected one of ${choices.join(', ')}`);
	}
	if (typeof old === 'number') {
		const number = value === null ? Infinity : value;
		if (typeof number === 'number' && (number >= 0 || name === 'dateSkewMs')) return number;
		throw new TypeError(`${name}: a number from 0 on is expected`);
	}
	if (isRecord(old)) {
		const fits = (key: string, part: unknown) => Object.hasOwn(old, key) && typeof part === typeof old[key];
		if (isRecord(value) && Object.entries(value).every(([key, part]) => fits(key, part)))
			return { ...old, ...value };
		throw new TypeError(`${name}: an object with ${Object.keys(old).join(', ')} is expected`);
	}
	if (typeof value === typeof old) return value;
	throw new TypeError(`${name}: a ${typeof old} is expected`);
}

/** Applies a patch to the options. An unknown name or value throws, so a typo cannot make a test pass. */
export function withOptions(
	current: SandboxOptions,
	patch: Partial<SandboxOptions>,
	running = false,
): SandboxOptions {
	const next: Record<string, unknown> = { ...current };
	for (const [name, value] of Object.entries(patch)) {
		if (value === undefined) continue;
		if (!Object.hasOwn(current, name)) throw new TypeError(`There is no option "${name}"`);
		if (running && AT_START_ONLY.has(name)) throw new TypeError(`${name} can only be set at start`);
		next[name] = checked(name as keyof SandboxOptions, next[name], value);
	}
	return next as unknown as SandboxOptions;
}
