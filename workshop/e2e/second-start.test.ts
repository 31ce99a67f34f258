import { type Playground, startPlayground } from '../playground';
import { finished, itemsOf } from '../playground/executions';
import { CREDENTIAL, published } from '../playground/provision';
import { OWN_FOLDER, START_WITHIN_MS } from './playground';

let playground: Playground | undefined;

const start = async (fresh: boolean) =>
	(playground = await startPlayground({
		userFolder: OWN_FOLDER,
		fresh,
		n8nPort: 0,
		sandboxPort: 0,
		mailPort: 0,
		demo: false,
	}));

const upload = async ({ api, workflows }: Playground) =>
	await finished(api, await api.run(workflows['contacts-from-csv'] ?? '', 'Start'));

const namesOf = async ({ api }: Playground) => (await api.workflows()).map(({ name }) => name).sort();

afterEach(async () => await playground?.stop(), 60_000);

test(
	"a second start keeps all data, and points the credential to the sandbox's new address",
	async () => {
		const first = await start(true);
		const id = first.workflows['contacts-from-csv'] ?? '';
		const own = await first.api.createWorkflow({ name: 'My own', nodes: [], connections: {} });
		await first.api.updateWorkflow(id, { name: 'Renamed by hand' });
		await upload(first);
		const before = await namesOf(first);
		expect(before).toEqual(expect.arrayContaining(['My own', 'Renamed by hand', 'Trigger a test event']));
		const address = first.sandbox.baseUrl;
		await first.stop();

		const second = await start(false);
		expect(second.sandbox.baseUrl).not.toBe(address);
		expect(second.workflows).toEqual(first.workflows);
		expect(await namesOf(second)).toEqual(before);
		expect((await second.api.workflow(own.id)).name).toBe('My own');
		expect(await second.api.executions(id)).toHaveLength(1);
		await published(second.api, second.workflows['consent-pdfs-to-files'] ?? '');

		const credentials = await second.api.credentials();
		expect(credentials.map(({ name }) => name).sort()).toEqual([CREDENTIAL.name, 'Upload page']);
		const sandboxKey = credentials.find(({ name }) => name === CREDENTIAL.name);
		const { data } = await second.api.credential(sandboxKey?.id ?? '');
		expect(data.baseUrl).toBe(second.sandbox.baseUrl);
		expect(itemsOf(await upload(second), 'Result')).toHaveLength(24);
		expect(second.sandbox.log.count({ method: 'POST', path: '/contacts' })).toBe(1);
	},
	START_WITHIN_MS,
);
