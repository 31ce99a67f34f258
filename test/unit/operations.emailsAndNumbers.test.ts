/** The text that shows an entry of a list. */
import { entryText } from '../../nodes/ContactConsent/operations/contact/emailsAndNumbers';

it.each<[entry: unknown, shown: string | undefined]>([
	['ada@x.org', 'ada@x.org'],
	['', undefined],
	[{ email: 'ada@x.org' }, 'ada@x.org'],
	[{ international_formatted: '+49 30 1', original: '030/1', number: '1' }, '+49 30 1'],
	[{ international_formatted: '', original: '030/1', number: '1' }, '030/1'],
	[{ number: 1 }, '1'],
	[{ area: 30, number: '1' }, '30 1'],
	[{ area: '30', number: ' ' }, '30'],
	[{ area: null, number: '1', national_formatted: '030 1' }, '1'],
	[{ number: '', national_formatted: '030 1' }, '030 1'],
	[{}, undefined],
	[undefined, undefined],
])('the entry %j of a list is shown as %j', (entry, shown) => {
	expect(entryText(entry)).toBe(shown);
});
