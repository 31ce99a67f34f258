/** Builds the upload of rows over stored records without sending it. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import type { RecordModel, Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { prepareAll } from '../../nodes/ContactConsent/upload/change/drafts';
import { readTable } from '../../nodes/ContactConsent/upload/table/rows';
import type { NoteKind } from '../../nodes/ContactConsent/upload/report/notes';
import { makeTargets } from '../../nodes/ContactConsent/upload/groupById';
import type { Run, Target } from '../../nodes/ContactConsent/upload/uploadTypes';
import { failure } from './service-failure';
import { FILLED, MAPPED } from './upload-table';

/** @param now the stored record as the service shows it; `undefined`: it does not exist */
export async function built(
	records: IDataObject[],
	now?: IDataObject,
	setting: Setting = MAPPED,
	model: RecordModel = contactModel,
) {
	const given = records.map((record, item) => ({ item, position: undefined, record }));
	const table = readTable({ model, setting }, given, FILLED);
	const asked: string[] = [];
	const send = async ({ path }: { path: string[] }) => {
		asked.push(path.join('/'));
		if (now === undefined) throw failure({ kind: 'status', status: 404 });
		return await Promise.resolve({ status: 200, headers: {}, body: now });
	};
	const run = {
		model,
		setting,
		...table,
		anyRefused: false,
		endpoint: { read: (id: string) => ({ method: 'GET', path: ['records', id] }) },
		send: Object.assign(send, { withoutKey: <T>(value: T) => value }),
	} as unknown as Run;
	const targets = makeTargets(run);
	await prepareAll(
		run,
		targets.filter(({ outcome }) => outcome === undefined),
	);
	const [one] = targets.flatMap(({ draft }) => draft ?? []);
	const ended: Target[] = [...new Set(table.rows.flatMap(({ target }) => target ?? []))];
	const [{ outcome } = { outcome: undefined }] = ended;
	const errors = table.rows.map(({ target }) =>
		target?.outcome?.kind === 'refused' ? target.outcome.error : undefined,
	);
	/** What the notes of a kind name in the first row's record; `undefined` if there are none. */
	const noted = (kind: NoteKind): string[] | undefined => {
		const notes = ended[0]?.notes.filter((note) => note.kind === kind) ?? [];
		return notes.length > 0 ? notes.map(({ heading }) => heading) : undefined;
	};
	return {
		upload: one?.upload ?? {},
		change: one ? one.change : outcome?.kind,
		differences: one?.differences ?? (outcome?.kind === 'dryRun' ? outcome.differences : []),
		notKept: noted('notKept'),
		noEmails: noted('noEmail') ?? [],
		placeholders: noted('placeholder') ?? [],
		outcome,
		/** The record of the first row. */
		target: ended[0],
		/** The reasons of refused rows, in their order. */
		errors: errors as Array<Error | undefined>,
		asked,
	};
}
