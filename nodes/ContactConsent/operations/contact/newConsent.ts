/** What a consent has to be before it is added to those of a contact, and the time with which it is written. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { scalarText } from '../../lib/json';
import { lossIn } from '../../lib/spreadsheetLosses';
import { shortened } from '../../lib/text';
import { lettersLost } from '../../upload/report/lostLetters';
import { brokenIn } from '../../upload/table/cells';
import { kindOf } from '../../upload/table/valueShapes';
import { instantIn, isAhead, type Clock } from './consents';

/** @throws InvalidInput if a text lost letters when its file was read */
export function assertReadable(values: IDataObject, what: string): void {
	const broken = Object.entries(values).find((part) => brokenIn(part).length > 0);
	if (broken === undefined) return;
	const [name, value] = broken;
	throw lettersLost(`${what} has ${name} "${scalarText(value) ?? kindOf(value)}"`, value);
}

/** @throws InvalidInput if a value of a new consent was lost on its way here: it would be a wrong proof */
export function assertNoneLost(entry: IDataObject): void {
	assertReadable(entry, 'A consent');
	const lost = Object.entries(entry).find(([, value]) => lossIn(value) !== undefined);
	if (lost === undefined) return;
	const [field, value] = lost;
	throw new InvalidInput(
		`A consent has ${field} "${scalarText(value)}", a value that the spreadsheet has lost`,
		'Correct the cell, so that the consent says what the contact agreed to.',
	);
}

/** A text with an offset, which says by itself when it was. */
const HAS_OFFSET = /[T ]\d.*(z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * The time of a new consent as it is written: without an offset it belongs to the workflow's time zone, and a withdrawal
 * on a day counts from its end.
 *
 * @throws InvalidInput if it is no time, or more than a day ahead: every withdrawal after it would be older
 */
export function writtenTime(entry: IDataObject, clock: Clock): string {
	const given = scalarText(entry.granted_at) ?? '';
	const what = `The consent "${scalarText(entry.type) ?? ''}" has granted_at "${shortened(given, 100)}"`;
	const time = instantIn(entry, clock);
	if (time === undefined) {
		throw new InvalidInput(
			`${what}, which is no time`,
			'Use a date and time such as 2026-01-31T08:00:00, or leave granted_at out.',
		);
	}
	if (isAhead(time, clock)) {
		throw new InvalidInput(
			`${what}, which is more than a day ahead`,
			'Nobody has decided yet what is written for then. Correct the time.',
		);
	}
	return HAS_OFFSET.test(given.trim()) ? given.trim() : new Date(time).toISOString();
}
