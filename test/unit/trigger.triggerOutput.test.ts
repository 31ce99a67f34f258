/** The items that a poll hands to n8n. */
import { toItem } from '../../nodes/ContactConsent/trigger/triggerOutput';
import { eventOf, settingsOf } from '../support/trigger-parts';
import { senderOf } from '../support/sender';

describe('an item', () => {
	const event = eventOf('e');
	const poll = { settings: settingsOf({ binaryPropertyName: 'file' }), send: senderOf({}) };

	it('of an event is a copy of the event', () => {
		const item = toItem({ event }, poll);
		expect(item).toStrictEqual({ json: event.raw });
		expect(item.json).not.toBe(event.raw);
		const repeating = { ...event, raw: { ...event.raw, key: 'secret' } };
		expect(toItem({ event: repeating }, poll).json.key).toBe('***');
	});

	it('of a document has its status and its PDF', () => {
		const binary = { data: 'secret', mimeType: 'application/pdf', fileName: 'of.pdf' };
		expect(toItem({ event, status: 'downloaded', binary }, poll)).toStrictEqual({
			json: { ...event.raw, documentation_status: 'downloaded' },
			binary: { file: binary },
		});
	});
});
