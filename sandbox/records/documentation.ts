/** The PDF of a documentation event and its state. */
import { storedContact } from './view';
import { consentsPdf } from './pdf';
import type { Service } from './service';
import type { DocumentationState, StoredEvent } from './store';

export function documentationState(service: Service, event: StoredEvent): DocumentationState {
	if (event.documentation) return event.documentation;
	const { documentationDelayMs, documentationRetentionMs } = service.options;
	const readyAt = event.time + documentationDelayMs;
	const now = service.clock.now();
	if (now < readyAt) return 'not_generated';
	return now < readyAt + documentationRetentionMs ? 'ready' : 'gone';
}

/** Returns the same bytes for an event every time. */
export const documentationPdf = ({ options }: Service, event: StoredEvent): Buffer =>
	consentsPdf({
		contact: storedContact(event.contact, options),
		eventId: event.id,
		eventTime: event.text,
		fillTo: options.pdfBytes,
	});

/** Generates all waiting PDFs now; returns their number. */
export function flushDocumentation(service: Service): number {
	const waiting = service.store.history.documentation
		.ascending()
		.filter((event) => documentationState(service, event) === 'not_generated');
	for (const event of waiting) event.documentation = 'ready';
	return waiting.length;
}
