/** The meaning of cells as file readers, spreadsheets and databases write them. */
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import {
	dayOfSpreadsheet,
	hasTextMark,
	isBlank,
	isBroken,
	isFirstDay,
	isPartOfDay,
	isPlaceholder,
	isZeroDate,
	valuesIn,
} from '../../nodes/ContactConsent/upload/table/cells';
import type { Reader, Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { convert } from '../../nodes/ContactConsent/upload/table/valueShapes';
import { isNoId } from '../../nodes/ContactConsent/lib/ids';
import { LEAVE_OUT } from '../../nodes/ContactConsent/lib/json';
import { lossIn } from '../../nodes/ContactConsent/lib/spreadsheetLosses';
import { MAPPED as SETTING } from '../support/upload-table';
import { sentence } from '../support/sentences';

/** The value that a cell is sent as, and what the hint is told. `sent` is undefined for a blank cell. */
function read(column: string, value: unknown, setting: Partial<Setting> = {}) {
	const found = contactModel.columns.find(({ name }) => name === column);
	if (found?.shape === undefined) throw new Error(`no column ${column}`);
	const reader: Reader = { setting: { ...SETTING, ...setting }, heading: 'Column', notes: [] };
	const sent = convert(found.shape, value, found, reader);
	return {
		sent: sent === LEAVE_OUT ? undefined : sent,
		told: reader.notes.map(({ kind }) => kind),
	};
}

const WIDTHLESS = ['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff', '\u00ad'];
const SPACES = [' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\u2009', '\u202f', '\u3000'];

const BLANKS: unknown[] = [
	...[
		undefined,
		null,
		'',
		[],
		{},
		[[]],
		[{}],
		{ a: '' },
		{ a: { b: [null, ' '] } },
		'[]',
		'{}',
		'[""]',
		'{"a":null}',
	],
	...SPACES,
	...WIDTHLESS,
	` ${WIDTHLESS.join('')} `,
];

const ZERO_DATES: unknown[] = [
	...[0, '0', '00', '0.0.00', '0/0/00', '00/00/00', '0000-00-00', '00.00.0000', '0/0/0000', '0-0-0'],
	...[
		'1899-12-30',
		'1899-12-31',
		'12/30/1899',
		'30.12.1899',
		'31.12.1899',
		'1900-01-00',
		'1/0/1900',
		'1/0/00',
		'00.01.1900',
	],
	...[
		'0001-01-01',
		'01.01.0001',
		'1/1/0001 12:00:00 AM',
		'0001-01-01T00:00:00',
		'0000-00-00 00:00:00',
		'0.0.00 0:00',
	],
	...[
		'1899-12-30T00:00:00',
		'1899-12-30T00:00:00.000Z',
		'1899-12-30 00:00',
		'1899-12-29T23:06:32.000Z',
		'30.12.1899 00:00:00',
	],
	...[new Date('1899-12-30T00:00:00Z'), new Date('1899-12-29T23:06:32Z'), new Date('1899-12-31T00:00:00Z')],
	' 0.0.00 ',
	false,
	'false',
];

const ERRORS = [
	...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!', '#CALC!'],
	...[
		'#NV',
		'#BEZUG!',
		'#WERT!',
		'#ZAHL!',
		'#VALEUR!',
		'#NOM?',
		'#¡REF!',
		'#¡VALOR!',
		'#RIF!',
		'#VALORE!',
		'#VERW!',
		'#WAARDE!',
	],
	...['#n/a', ' #REF! '],
	...['Err:502', 'Fout:502', '#UNKNOWN!', '#PYTHON!', '#NOMBRE?', '#ДЕЛ/0!', '#LICZBA!', '#NÁZEV?'],
];

describe('a cell', () => {
	it.each(BLANKS.map((value) => [value]))('with the blank %j is not sent', (value) => {
		expect(isBlank(value)).toBe(true);
		for (const column of [
			'id',
			'first_name',
			'birthday',
			'work_emails',
			'data',
			'section_work',
			'documentation',
		]) {
			expect([column, read(column, value).sent]).toEqual([column, undefined]);
			expect([column, read(column, value, { isTable: false }).sent]).toEqual([column, undefined]);
		}
	});

	it.each([false, 'false', 'False', ' FALSE '])('with %j is blank in text and list columns', (value) => {
		for (const column of ['company', 'work_city', 'work_emails', 'city', 'birthday']) {
			expect([column, read(column, value).sent]).toEqual([column, undefined]);
		}
		expect(read('section_work', { emails: [false], addresses: [{ city: false }] }).sent).toBeUndefined();
	});

	it('with false is blank in JSON, too, but not one with the text "false"', () => {
		expect(read('company', 'false', { isTable: false }).sent).toBe('false');
		expect(read('company', false, { isTable: false }).sent).toBeUndefined();
	});

	it.each<[column: string, value: unknown, sent: unknown]>([
		['data', { active: false, visits: 0 }, { active: 'false', visits: '0' }],
		[
			'documentation',
			{ consents: [{ type: 'sms', granted: false }] },
			{ consents: [{ type: 'sms', granted: false }] },
		],
		[
			'documentation',
			{ consents: [{ type: '#N/A', id: 'false' }] },
			{ consents: [{ type: '#N/A', id: 'false' }] },
		],
		['work_house_number', 0, '0'],
		['id', 0, '0'],
		['company', true, 'true'],
		['company', '0', '0'],
	])('in the column %s is not blank if it has %j', (column, value, sent) => {
		expect(read(column, value).sent).toEqual(sent);
	});

	it.each(ZERO_DATES.map((value) => [value]))('with the zero date %j has no birthday', (value) => {
		expect(read('birthday', value)).toEqual({ sent: undefined, told: [] });
		expect(read('birthday', value, { emptyFields: 'send' }).sent).toBe('');
	});

	it.each(ERRORS)(
		"with the spreadsheet's error %s is not sent, clears its column if blanks are sent, and the hint is told",
		(value) => {
			for (const column of ['first_name', 'birthday', 'work_emails', 'id', 'work_city']) {
				for (const emptyFields of ['omit', 'send'] as const) {
					expect([column, read(column, value, { emptyFields }).sent]).toEqual([column, undefined]);
				}
			}
			expect(read('company', value).told).toEqual(['error']);
			expect(read('work_emails', `a@x.org; ${value}`).sent).toEqual([{ email: 'a@x.org' }]);
		},
	);

	it.each(['4,91511E+12', '4.9E+11', '5E+11', '4,9E11', '4.91511e12', '+4,9E+11', '-4.9E+11', ' 4,9E+11 '])(
		'with the number %s, shortened by a spreadsheet, is not sent, and the hint is told',
		(value) => {
			for (const column of ['company', 'work_phone_numbers', 'id', 'birthday', 'data', 'employee_id']) {
				const given = column === 'data' ? { key: value } : value;
				const { sent, told } = read(column, given, { emptyFields: 'send' });
				expect([column, sent ?? {}, told]).toEqual([column, {}, ['shortened']]);
			}
			expect(read('work_phone_numbers', `0731 1; ${value}`).sent).toEqual([{ number: '0731 1' }]);
			expect(isNoId(value)).toBe(true);
		},
	);

	it.each(['5E11', '12E3', 'E+12', '4,9', '4.9E', 'A4,9E+11', '1E+12 GmbH'])(
		'with %s has content and no shortened number',
		(value) => {
			expect(read('company', value)).toEqual({ sent: value, told: [] });
		},
	);

	it.each([
		'#1 in Ulm',
		'#',
		'# 5',
		'C#',
		'#hashtag',
		'N/A',
		'#N/A GmbH',
		'#1 Company',
		'#Wow!',
		'Err:5',
		'REF!',
	])('with %s counts as an error', (value) => {
		expect(read('company', value)).toEqual({ sent: value, told: [] });
	});

	it.each([
		...[
			'',
			' ',
			'true',
			'false',
			'TRUE',
			'#N/A',
			'#NV',
			'-',
			'--',
			'NULL',
			'null',
			'None',
			'N/A',
			'n/a',
			'undefined',
		],
		...['NaN', '[object Object]', ' - ', '\u200bNULL'],
	])('with %j has no ID', (value) => {
		expect(isNoId(value)).toBe(true);
		expect(read('id', value).sent).toBeUndefined();
	});

	it.each([true, false, NaN])('with the value %j has no ID', (value) =>
		expect(read('id', value).sent).toBeUndefined(),
	);

	it.each(['0', 'K-7', 'None-1', 'trueman', '---1', 'NA'])('with %s has an ID', (value) => {
		expect(read('id', value).sent).toBe(value);
	});
});

describe('the text of a cell', () => {
	it.each([...SPACES, ...WIDTHLESS])('loses %j around it', (blank) => {
		for (const column of ['id', 'company', 'birthday']) {
			expect(read(column, `${blank}1985-05-12${blank}`).sent).toBe('1985-05-12');
		}
		expect(read('work_emails', `${blank}a@x.org${blank}, ${blank}b@x.org${blank}`).sent).toEqual([
			{ email: 'a@x.org' },
			{ email: 'b@x.org' },
		]);
	});

	it('keeps blanks inside it', () => {
		expect(read('company', 'a\u200db  c').sent).toBe('a\u200db  c');
	});

	it('is composed (NFC), except in JSON', () => {
		expect(read('last_name', 'Mu\u0308ller').sent).toBe('M\u00fcller');
		expect(read('last_name', 'Mu\u0308ller', { isTable: false }).sent).toBe('Mu\u0308ller');
	});

	it.each([
		['id', "'7001", '7001'],
		['work_zip_code', "'01067", '01067'],
		['company', "'+49", '+49'],
	])('in the column %s loses the mark for text in %s', (column, value, sent) => {
		expect(read(column, value)).toEqual({ sent, told: ['textMark'] });
		expect(read(column, value, { isTable: false }).told).toEqual([]);
	});

	it.each(["'s-Gravenhage", "D'Arcy", "'"])('%s keeps its apostrophe', (value) => {
		expect(hasTextMark(value)).toBe(false);
		expect(read('work_city', value).sent).toBe(value);
	});
});

describe('a text with several values', () => {
	it.each([
		['a@x.org', ['a@x.org']],
		['a@x.org, b@x.org', ['a@x.org', 'b@x.org']],
		['a@x.org;b@x.org', ['a@x.org', 'b@x.org']],
		['a@x.org\nb@x.org', ['a@x.org', 'b@x.org']],
		['a@x.org ::: b@x.org', ['a@x.org', 'b@x.org']],
		['a@x.org ::: b@x.org ::: c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
		['{a@x.org,b@x.org}', ['a@x.org', 'b@x.org']],
		['{"a@x.org","b@x.org"}', ['a@x.org', 'b@x.org']],
		['["a@x.org","b@x.org"]', ['a@x.org', 'b@x.org']],
		['{"email":"a@x.org"}', ['a@x.org']],
		['a:::b', ['a:::b']],
	])('%s is split', (value, sent) => {
		expect(read('work_emails', value).sent).toEqual(sent.map((email) => ({ email })));
	});

	it('{} holds no value', () => expect(valuesIn('{}').filter((one) => one !== '')).toEqual([]));
});

describe('a birthday', () => {
	it.each([
		[31179, '1985-05-12'],
		['31179', '1985-05-12'],
		['31179.0', '1985-05-12'],
		[' 31179 ', '1985-05-12'],
		[10000, '1927-05-18'],
	])('may be the number %j of a spreadsheet, and the hint is told', (value, sent) => {
		expect(read('birthday', value)).toEqual({ sent, told: ['dayNumber'] });
	});

	it.each([9999, 1985, 60000, 31179.5, '31179,5', 19850512, -1, 1e15])('is not %j', (value) => {
		expect(read('birthday', value)).toEqual({ sent: undefined, told: ['noDay'] });
	});

	it('may be today, but not a later day', () => {
		const today = Math.floor(Date.now() / 86_400_000) + 25_569;
		expect(read('birthday', today).sent).toBe(new Date().toISOString().slice(0, 10));
		expect(read('birthday', today + 1)).toEqual({ sent: undefined, told: ['noDay'] });
	});

	it.each([
		'05/12',
		'--05-12',
		' --05-12',
		'--0512',
		'12.05.',
		'12.5',
		'05-12',
		'12. Mai',
		'May 12',
		'1985-00-00',
		'1985-05-00',
		...['2000-00-00', '2000-05-00', '00.05.2000', '1900-00-00', '1900-05-00', '00.05.00'],
	])('that is only a part of a day, %s, is not sent, and the hint is told', (value) => {
		expect(isPartOfDay(value)).toBe(true);
		for (const emptyFields of ['omit', 'send'] as const) {
			expect(read('birthday', value, { emptyFields })).toEqual({ sent: undefined, told: ['partOfDay'] });
		}
	});

	it.each([
		...['1985-05-12', '12.05.1985', '12.5.1985', '1985/05/12', '19850512'],
		...['12 May 1985', 'May 12, 1985', '12. Mai 1985', '12 mai 1985', '12 de mayo de 1985', '12 mei 1985'],
		...['12-May-1985', 'Sonntag, 12. Mai 1985', '12 maggio 1985', '1985 May 12'],
		...['12.05.1985 00:00:00', '1985-05-12 00:00', '12.05.1985 0:00', '12. Mai 1985 00:00:00'],
	])('%s can be read in one way only, and is that day', (value) => {
		expect(read('birthday', value)).toEqual({ sent: '1985-05-12', told: [] });
	});

	it.each([
		['13/05/1985', '1985-05-13'],
		['05/13/1985', '1985-05-13'],
		['05-13-1985', '1985-05-13'],
		['05/05/1985', '1985-05-05'],
		['3. März 1979', '1979-03-03'],
		['01 juillet 1990', '1990-07-01'],
		['05/13/1985 12:00:00 AM', '1985-05-13'],
	])('%s is %s, because no other day can be meant', (value, sent) => {
		expect(read('birthday', value)).toEqual({ sent, told: [] });
	});

	// What Excel writes for the months in each of the six languages, with and without a full stop.
	it.each([
		'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
		'Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez',
		'janv févr mars avr mai juin juil août sept oct nov déc',
		'ene feb mar abr may jun jul ago sept oct nov dic',
		'gen feb mar apr mag giu lug ago set ott nov dic',
		'jan feb mrt apr mei jun jul aug sep okt nov dec',
	])('the abbreviations of the months %s are read', (names) => {
		const months = names.split(' ');
		const days = months.map((_, at) => `1985-${String(at + 1).padStart(2, '0')}-12`);
		for (const write of [
			(month: string) => `12. ${month} 1985`,
			(month: string) => `12 ${month}. 1985`,
			(month: string) => `12-${month}-1985`,
			(month: string) => `12.${month}.1985`,
		]) {
			expect(months.map((month) => read('birthday', write(month)).sent)).toEqual(days);
		}
	});

	it.each([
		...['05/12/1985', '5/12/85', '12.05.85', '12-05-1985', '12-May-85'],
		...['01.01.01', '1/1/01', '01-01-01', '1.1.1', '01/01/01 00:00:00'],
	])('%s can be read in two ways: it is sent as it is, and named', (value) =>
		expect(read('birthday', value)).toEqual({ sent: value, told: ['twoWays'] }),
	);

	it.each([
		...[
			'31.02.1985',
			'32/13/1985',
			'31/31/1985',
			'05/45/85',
			'12.45.85',
			'1985-02-30',
			'30 Feb 1985',
			'99',
			'unbekannt',
			'12 Foo 1985',
		],
		...['12.05.1985 14:30', '12.05.198', '12 ju 1985', '198505120800'],
	])('%s is no day, and is not sent, but named', (value) => {
		for (const emptyFields of ['omit', 'send'] as const) {
			expect(read('birthday', value, { emptyFields })).toEqual({ sent: undefined, told: ['noDay'] });
		}
	});

	it('of a program that has none is not sent, but named', () => {
		for (const value of ['Invalid DateTime', 'Invalid date', 'NaT', 'undefined', '[object Object]']) {
			expect(read('birthday', value)).toEqual({ sent: undefined, told: ['brokenExpression'] });
		}
	});
});

describe('what programs write around a text is taken off, and said:', () => {
	it.each([
		['id', '="0012"', '0012'],
		['id', '1001.0', '1001'],
		['work_zip_code', '89073.0', '89073'],
		['company', '="Muster ""Bau"" GmbH"', 'Muster "Bau" GmbH'],
		['website', 'mailto:ada@x.org', 'ada@x.org'],
	])('%s of %s is %s', (column, value, sent) => {
		expect(read(column, value)).toEqual({ sent, told: ['mark'] });
		if (column !== 'id') expect(read(column, value, { isTable: false }).sent).toBe(value);
	});

	it.each([
		['company', '3.0'],
		['company', 'mailto:us'],
		['company', '="a'],
		['first_name', 'tel:Ada'],
	])('but %s %s is content', (column, value) => {
		expect(read(column, value)).toEqual({ sent: value, told: [] });
	});

	it('marks of writing direction and control characters', () => {
		expect(read('company', '\u202a\u2068Muster\u2069\u202c').sent).toBe('Muster');
		expect(read('company', 'Mus\0ter\x07').sent).toBe('Muster');
	});
});

it.each(['undefined undefined', '[object Object]', 'Invalid DateTime', 'null', 'NaN NaN'])(
	'what a broken expression gives, %s, is not sent, but a name is',
	(value) => {
		expect(read('company', value)).toEqual({ sent: undefined, told: ['brokenExpression'] });
		expect(read('last_name', value)).toEqual({ sent: value, told: [] });
	},
);

it.each(['undefined', 'null', 'NaN NaN'])('%s is content in JSON, and inside an object', (value) => {
	expect(read('company', value, { isTable: false })).toEqual({ sent: value, told: [] });
	expect(read('data', { color: value })).toEqual({ sent: { color: value }, told: [] });
});

it.each(['', '\\N', ' \\N ', '=""', '\0', '\u200b'])('%j is blank', (value) => {
	expect(read('company', value)).toEqual({ sent: undefined, told: value === '=""' ? ['mark'] : [] });
});

describe('a telephone number', () => {
	it.each(['1', '-', 'ja', 'x', '✓', '12'])('is not %s, which is not sent, but named', (value) => {
		expect(read('work_phone_numbers', value)).toEqual({ sent: undefined, told: ['noNumber'] });
	});

	it.each(['112', '044 1', '+49 (731) 1'])('is %s', (value) => {
		expect(read('work_phone_numbers', value)).toEqual({ sent: [{ number: value }], told: [] });
	});
});

it.each([
	...['MÃ¼ller', 'GroÃŸ', 'FranÃ§ois', 'â‚¬ 5', 'Ä°pek', 'Î‘Î¸Î®Î½Î±', 'a\ud83d', 'a\ufffd', 'Mï¿½ller'].map(
		(text) => [text, true] as const,
	),
	...['NESCAFÉ®', 'Müller', 'São Paulo', '😀', 'Ñandú', 'Å', 'naïve – “x”'].map(
		(text) => [text, false] as const,
	),
])('%s was read with the wrong encoding: %s', (text, expected) => {
	expect(isBroken(text)).toBe(expected);
});

it.each([
	['\x80uro', '€uro'],
	['Caf\xe9 \x84Zur Post\x93 \x96 5 \x80', 'Café „Zur Post“ – 5 €'],
	['\x8ai\x9aka \x8ei\x9eek', 'Šiška Žižek'],
	['O\x92Brien\x85', 'O’Brien…'],
	['\x82\x83\x86\x87\x88\x89\x8b\x8c\x91\x94\x95\x97\x98\x99\x9b\x9c\x9f', '‚ƒ†‡ˆ‰‹Œ‘”•—˜™›œŸ'],
	// Windows-1252 has nothing there.
	['a\x81\x8d\x8f\x90\x9db', 'a\x81\x8d\x8f\x90\x9db'],
])('a text of Windows-1252 that was read as Latin1, %j, is read as %s', (text, words) => {
	expect(read('company', text).sent).toBe(words);
	expect(read('company', text, { isTable: false }).sent).toBe(text);
});

it.each<[text: string, expected: boolean]>([
	...[
		...['n/a', 'N/A', 'na', 'NA', 'n.a.', 'n. a.', 'N.A', 'n a', 'k.A.', 'kA', 'k. A.', 'k a', 'KA.'],
		...['null', 'NULL', 'None', '-', '---', '–', '—', ' n/a\n'],
	].map((text): [string, boolean] => [text, true]),
	...[
		...[
			'Anna/a',
			'n/ab',
			'Nathan',
			'n-a',
			'n  a',
			'kxa',
			'nullable',
			'annul',
			'nonesuch',
			'- x',
			'x -',
			'–-',
			'',
		],
		...['0', 'Ka Ng'],
	].map((text): [string, boolean] => [text, false]),
])('%j stands in the place of a value: %p', (text, expected) => {
	expect(isPlaceholder(text)).toBe(expected);
});

it.each<[value: unknown, loss: 'shortened' | 'error' | undefined]>([
	['Err:502', 'error'],
	['Err :502', 'error'],
	['Err: 502', 'error'],
	['Fout:504', 'error'],
	['#REF!', 'error'],
	['Item #REF!', undefined],
	['#REF! 2', undefined],
	['Err:5021', undefined],
	['Err-:502', undefined],
	['4,9E+11', 'shortened'],
	[['4', ',', '9', 'E'], undefined],
	[49e30, undefined],
])('the value %j is lost: %s', (value, loss) => {
	expect(lossIn(value)).toBe(loss);
});

it('an apostrophe inside a text is no mark of a spreadsheet', () => {
	expect(["5'11", "'0731", "' 0731", "O'Neill"].map(hasTextMark)).toEqual([false, true, false, false]);
	expect(read('title', "5'11")).toEqual({ sent: "5'11", told: [] });
});

it.each<[text: string, values: string[]]>([
	['4,91511e+12, x', ['4,91511e+12', 'x']],
	['{a,b}', ['a', 'b']],
	['{ "a b" , c }', ['a b', 'c']],
	['{x"a",b"y}', ['x"a"', 'b"y']],
	['{"a"x}', ['"a"x']],
	['x{a,b}', ['x{a', 'b}']],
	['{a},b', ['{a}', 'b']],
	['"a", b', ['"a"', 'b']],
])('the text %j has the values %j', (text, values) => {
	expect(valuesIn(text).map((one) => (text.startsWith('{') ? one : one.trim()))).toEqual(values);
});

describe('a date that means "no date"', () => {
	it.each([
		...[
			'0 . 0 . 00',
			'0. 0. 0000',
			'1899-12-30T00:00:00.000Z',
			'1899-12-30  00:00',
			'1899-12-30 00:00 +01:00',
		],
		...[
			'1899-12-30 00:00+0100',
			'1899-12-30 00:00:00,125 a.m.',
			'0.0.00 0:00 Z',
			'30.12.1899.',
			'1900-01-00',
		],
	])('is %s', (text) => expect(isZeroDate(text)).toBe(true));

	it.each([
		...['x0.0.00', '10000.0.00', '0.0.00x', '0.0.00000', '1899-12-30 00:00 o’clock', '1899-12-29', '0,0,00'],
		...[
			'1985-00-00',
			'2000-00-00',
			'1900-00-00',
			'00.05.2000',
			'1901-01-00',
			...['01.01.01', '1/1/01', '01-01-01', '1/1/1', '1.1.001'],
			'none',
			'',
			'1899-12-30 00:00 +1:00',
			'1899-12-30 00:00.',
		],
	])('is not %s', (text) => expect(isZeroDate(text)).toBe(false));

	it('is a time on day 0 or day 1 of a spreadsheet in some time zone', () => {
		const all = ['1899-12-29T10:00:00.000Z', '1899-12-29T10:00:00.001Z', '1899-12-31T09:59:59.999Z'];
		expect([...all, '1899-12-31T10:00:00.000Z'].map((time) => isFirstDay(Date.parse(time)))).toEqual([
			...[false, true, true, false],
		]);
		expect(isFirstDay(undefined)).toBe(false);
	});
});

it('a date without its month is incomplete, in any spelling of a day', () => {
	expect(['12 Mai', '12.  Mai', 'Mai  12', 'Mai 12.', '1985-00-12', '--05-12'].every(isPartOfDay)).toBe(true);
	expect(['1985-05-12', 'Mai', '12 Ma', '0.0.00', '12Mai'].some(isPartOfDay)).toBe(false);
	expect(read('birthday', '1985-00-12')).toEqual({ sent: undefined, told: ['partOfDay'] });
});

it('the number of a spreadsheet is a date only if it has five digits, and may mean today', () => {
	expect(
		['31179', ' 31179 ', '031179', '31179.5', '31179 ', '3117'].map((text) => dayOfSpreadsheet(text)),
	).toEqual([...['1985-05-12', '1985-05-12', undefined, undefined, '1985-05-12', undefined]]);
	const day = Date.UTC(1985, 4, 12);
	expect([day - 1, day].map((now) => dayOfSpreadsheet(31179, now))).toEqual([undefined, '1985-05-12']);
});

describe('with Empty Fields "send"', () => {
	const SEND: Partial<Setting> = { emptyFields: 'send' };

	it.each(['#N/A', '4,91511E+12', ['#N/A', '']])('a list is not cleared by the lost value %j', (value) => {
		expect(read('work_emails', value, SEND).sent).toBeUndefined();
		expect(read('work_emails', '', SEND).sent).toEqual([]);
	});

	it('a blank part of a consent is left out, because nothing can clear it', () => {
		const consents = [{ type: 'news', granted: '', granted_ip: '' }];
		expect(read('documentation', { consents }, SEND).sent).toEqual({ consents: [{ type: 'news' }] });
	});
});

it.each<[value: unknown, sent: unknown]>([
	['{"email":"a@x.org"}', [{ email: 'a@x.org' }]],
	['{a@x.org,b@x.org}', [{ email: 'a@x.org' }, { email: 'b@x.org' }]],
	['[{"email":"a@x.org"},"b@x.org"]', [{ email: 'a@x.org' }, { email: 'b@x.org' }]],
	['a@x.org}', [{ email: 'a@x.org}' }]],
])('the list %j has the entries of its text', (value, sent) => {
	expect(read('work_emails', value).sent).toEqual(sent);
});

it.each<[column: string, value: unknown, advice: RegExp]>([
	['title', 2 ** 60, /as text/],
	['title', ['a'], new RegExp(sentence('useScalar'))],
	['title', ['a', 'b', 'c', 'd'], new RegExp(sentence('useScalar'))],
	['birthday', new Date(NaN), /Correct the date/],
	['birthday', ['1985-05-12'], new RegExp(sentence('useScalar'))],
	['documentation', { consents: [{ granted: 'yes' }] }, /Use true or false/],
	['work_emails', '[1', /JSON object or list/],
	['documentation', 7, /JSON object/],
])('a value that cannot be read is refused with advice: %s %j', (column, value, advice) => {
	expect(() => read(column, value)).toThrow(
		expect.objectContaining({ advice: expect.stringMatching(advice) as string }),
	);
});
