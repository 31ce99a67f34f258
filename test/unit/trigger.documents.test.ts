import { toTriggerEvent } from '../../nodes/ContactConsent/trigger/event';
import { getDocuments } from '../../nodes/ContactConsent/trigger/documents';
import type { Poll } from '../../nodes/ContactConsent/trigger/settings';

const eventOf = (id: string) =>
	toTriggerEvent(
		{ event_id: id, contact_id: 'c', type: 'documentation', event_time: '2026-03-01T00:00:00Z' },
		0,
	);

const chosen = ['a', 'b', 'c', 'd'].map((id) => ({ event: eventOf(id), isLastTry: false }));

/** Each PDF has 400 kB, and says so only when it is there; a poll has room for 1 MB. */
function pollWith(prepareBinaryData: () => Promise<unknown>) {
	async function* pdf() {
		for (let part = 0; part < 4; part++) yield await Promise.resolve(Buffer.alloc(100_000));
	}
	return {
		settings: {
			download: true,
			addContact: false,
			attachmentStorage: 'binaryStorage',
			maxAttachmentBytes: 1e6,
		},
		send: () => Promise.resolve({ status: 200, headers: {}, body: pdf() }),
		helpers: { prepareBinaryData },
		now: () => 0,
		end: 1,
	} as unknown as Poll;
}

it("puts nothing into n8n's storage that is not delivered: nobody would delete it", async () => {
	const prepare = jest.fn(() => Promise.resolve({ id: 'stored' }));
	const { deliver, waiting } = await getDocuments(chosen, pollWith(prepare));
	expect(deliver.map(({ status, binary }) => [status, binary])).toEqual([
		['downloaded', { id: 'stored' }],
		['downloaded', { id: 'stored' }],
	]);
	expect(waiting).toHaveLength(2);
	expect(prepare).toHaveBeenCalledTimes(2);
});

it('keeps the events waiting whose PDFs n8n cannot store', async () => {
	const { deliver, waiting } = await getDocuments(
		chosen,
		pollWith(() => Promise.reject(new Error('disk full'))),
	);
	expect(deliver).toEqual([]);
	expect(waiting).toHaveLength(4);
});
