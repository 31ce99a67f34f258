/** The sandbox in a process of its own, brought into the state that a case begins with. */
import { start, type Sandbox } from '../sandbox';
import { DOCUMENTS, PDF_BYTES, contactId, eventId, type CaseName } from './cases';
import { answerTo, runner } from './ipc';

export interface Preparation {
	name: CaseName;
	size: number;
	/** A poll begins with one delivered event (`begun`), then there are others (`waiting`). */
	phase: 'begun' | 'waiting';
}

export interface Seen {
	requests: number;
	/** Elements of bulk requests that were taken. */
	elements: number;
}

async function warmDocuments(sandbox: Sandbox): Promise<void> {
	for (let index = 0; index < DOCUMENTS; index++) {
		const url = `${sandbox.url}/documentation/${contactId(index)}/${eventId(index)}`;
		const answer = await fetch(url, { headers: { authorization: sandbox.apiKey } });
		if ((await answer.arrayBuffer()).byteLength < PDF_BYTES) throw new Error('A PDF is too small');
	}
}

async function main(): Promise<void> {
	const sandbox = await start({
		port: 0,
		docs: false,
		logBodies: false,
		logLimit: 1e6,
		pdfBytes: PDF_BYTES + 512,
	});
	let seeded = '';

	const prepare = async ({ name, size, phase }: Preparation): Promise<void> => {
		const state = `${name} ${size}`;
		if (name === 'poll') {
			if (phase === 'begun') sandbox.reset();
			sandbox.seed({
				contacts: phase === 'begun' ? 100 : 0,
				events: phase === 'begun' ? 1 : size,
				eventsStepMs: 1,
				eventTypes: ['update'],
			});
		} else if (name !== 'history' || seeded !== state) {
			sandbox.reset();
			if (name === 'history') sandbox.seed({ contacts: 100, events: size, received: true });
			if (name === 'merge') sandbox.seed({ contacts: size });
			if (name === 'documents') {
				sandbox.seed({ contacts: DOCUMENTS, events: DOCUMENTS, eventTypes: ['documentation'] });
				await warmDocuments(sandbox);
			}
		}
		seeded = state;
		sandbox.log.clear();
		(globalThis as { gc?: () => void }).gc?.();
	};

	const seen = (): Seen => {
		const entries = sandbox.log.all();
		const taken = entries.filter(({ status }) => status === 202);
		return {
			requests: entries.length,
			elements: taken.reduce((sum, { elements = 0 }) => sum + elements, 0),
		};
	};

	answerTo(runner, { where: () => ({ port: sandbox.port, apiKey: sandbox.apiKey }), prepare, seen });
}

void main();
