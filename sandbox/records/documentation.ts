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

const KEPT_PDFS = 64;

/** Returns the same bytes for an event every time. */
export function documentationPdf(service: Service, event: StoredEvent): Promise<Buffer> {
	const { pdfs, options } = service;
	const key = `${options.pdfBytes} ${event.id}`;
	const made = pdfs.get(key);
	if (made) return made;
	const pdf = consentsPdf({
		contact: storedContact(event.contact, options),
		eventId: event.id,
		eventTime: event.text,
		at: new Date(event.time),
		fillTo: options.pdfBytes,
	});
	pdfs.set(key, pdf);
	const oldest = pdfs.keys().next();
	if (pdfs.size > KEPT_PDFS && !oldest.done) pdfs.delete(oldest.value);
	return pdf;
}

/** Generates all waiting PDFs now; returns their number. */
export function flushDocumentation(service: Service): number {
	const waiting = service.store.history.documentation
		.ascending()
		.filter((event) => documentationState(service, event) === 'not_generated');
	for (const event of waiting) event.documentation = 'ready';
	return waiting.length;
}
