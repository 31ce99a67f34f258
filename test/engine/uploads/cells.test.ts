/** Cells of a table as spreadsheets and other systems write them. */
import { refusalOf, uploadBench } from '../../support/upload-bench';
import { overKim } from '../../support/upload-kim';
import { sentence } from '../../support/sentences';

const bench = uploadBench();
const upload = overKim(bench);

it("a spreadsheet's date number is read as a birthday, and the hint says so", async () => {
	const { contacts, hint } = await upload([{ id: '1', Geburtstag: 31179 }]);
	expect(contacts[0]).toMatchObject({ birthday: '1985-05-12' });
	expect(hint).toMatch(/31179 is 1985-05-12/);
	const corrected = await upload([{ id: '1', Geburtstag: 31179 }], { stored: { birthday: '31179' } });
	expect(corrected.contacts[0]).toMatchObject({ birthday: '1985-05-12' });
});

it('blank cells of formulas, Outlook and Odoo leave stored values unchanged', async () => {
	const before = { birthday: '1985-05-12', company: 'Muster', position: 'Leiterin' };
	const row = {
		id: '1',
		birthday: '1899-12-30T00:00:00.000+00:00',
		Firma: false,
		position: '#REF!',
		Geburtstag: '0.0.00',
	};
	const { run, contacts, hint } = await upload([row], { stored: before });
	expect(run.json).toEqual([{ id: '1', change: 'unchanged' }]);
	expect(contacts[0]).toMatchObject(before);
	expect(hint).toMatch(/formula failed: position \(#REF!\)/);
});

it.each(['4,97311E+11', '4.97311E+11'])(
	'a number that Excel has shortened is not written, and the hint names it: %s',
	async (number) => {
		const before = { company: 'Muster', section_work: { phone_numbers: [{ original: '+49 731 1' }] } };
		const row = { id: '1', Firma: number, Telefon: number, data: { key: number } };
		for (const emptyFields of ['omit', 'send']) {
			const { run, contacts, hint } = await upload([row], { stored: before, options: { emptyFields } });
			expect(run.json).toEqual([{ id: '1', change: 'unchanged', not_sent: ['Firma', 'Telefon', 'data'] }]);
			expect(contacts[0]).toMatchObject({ company: 'Muster' });
			expect(run.hints[0]?.type).toBe('warning');
			expect(hint).toContain(
				`Firma (${number}), Telefon (${number}), data (${number}). Format the column as text`,
			);
			expect(hint).not.toSay('noSuchColumn');
		}
	},
);

it.each(['#N/A', '4,97311E+11'])(
	'a broken cell is not written into a field that is sent as it is, and the hint names it: %s',
	async (broken) => {
		const stored = {
			id: '1',
			first_name: 'Kim',
			last_name: 'Sommer',
			note: 'VIP',
			section_work: { floor: '3' },
		};
		for (const emptyFields of ['omit', 'send']) {
			bench.sandbox.reset();
			bench.sandbox.faults.add({ method: 'GET', path: '/contacts/1', status: 200, body: stored });
			const items = [{ id: '1', note: broken, section_work: { floor: broken }, company: 'x' }];
			const run = await bench.upload({ items, map: 'json', options: { unknownFields: 'send', emptyFields } });
			expect(run.json).toMatchObject([{ changes: { company: { to: 'x' } } }]);
			expect(bench.taken()).toMatchObject([{ note: 'VIP', section_work: { floor: '3' } }]);
			expect(run.hints[0]?.message).toContain(`note (${broken}), section_work (${broken})`);
		}
	},
);

it('a row whose ID Excel has shortened is refused for that', async () => {
	const { run } = await upload([{ Kundennummer: '4,05E+12', Vorname: 'Kim', Nachname: 'Sommer' }]);
	expect(run.json[0]?.error).toBe('The ID is "4,05E+12", a number that the spreadsheet has shortened');
	expect(refusalOf(run.json[0])).toContain('Format the column as text');
	const both = await upload([{ Kundennummer: '4,05E+12', 'Record ID': '1', Vorname: 'Kim', Firma: 'x' }]);
	expect(both.run.json).toMatchObject([{ id: '1', change: 'changed' }]);
});

it('a day without its year is not sent, and the hint names it', async () => {
	const { run, hint } = await upload([{ id: '1', Birthday: ' --05-12', company: 'x' }]);
	expect(run.json).toMatchObject([{ not_sent: ['Birthday'] }]);
	expect(hint).toMatch(/no whole day: Birthday/);
});

it('a value with lost letters is refused, unless it is stored like that', async () => {
	const items = [{ id: '1', last_name: 'M\ufffdller', Bemerkung: 'f\ufffdr', company: 'x' }];
	for (const [options, key] of [
		[{}, 'error'],
		[{ dryRun: true }, 'would_be_refused'],
	] as const) {
		const { run, contacts, hint } = await upload(items, { options });
		expect(run.json[0]?.[key]).toContain('Last Name is "M\ufffdller"');
		expect(refusalOf(run.json[0])).toMatch(/Encoding/);
		expect(hint).toMatch(/Encoding/);
		expect(contacts[0]).not.toHaveProperty('company');
	}
	const same = await upload(items, { stored: { last_name: 'M\ufffdller' } });
	expect(same.contacts[0]).toMatchObject({ company: 'x' });
	expect(same.run.json[0]?.not_sent).toEqual(['Bemerkung']);
	const clear = await bench.upload({ items: [{ ...items[0], first_name: 'J' }], fieldsNotSent: 'clear' });
	expect(Object.keys(clear.json[0] ?? {})).toEqual(['error', 'message']);
});

it('lost letters that are stored refuse no row, whatever stands beside them', async () => {
	const lost = 'm\ufffd@x.org';
	const stored = { section_work: { emails: [lost, 'a@x.org'] }, data: { note: 'f\ufffdr', tone: 'red' } };
	const added = await upload([{ id: '1', work_emails: lost }], { stored, options: { listValues: 'add' } });
	expect(added.run.json).toEqual([{ id: '1', change: 'unchanged' }]);
	const first = await upload([{ id: '1', email: lost, data: { ...stored.data, tone: 'blue' } }], { stored });
	expect(first.run.json[0]?.changes).toEqual({
		data: { from: stored.data, to: { ...stored.data, tone: 'blue' } },
	});
	const other = await upload([{ id: '1', data: { note: 'F\ufffdR' } }], { stored });
	expect(other.run.json[0]?.error).toContain(`the file was ${sentence('wrongEncoding')}`);
});

it('a record that is sent back as it was read stays as it is, also with an apostrophe in a list or in custom data', async () => {
	const number = "'0731 1";
	const stored = {
		data: { code: "'5", tone: 'red' },
		section_work: { phone_numbers: [{ original: number }], addresses: [{ zip_code: "'89073" }] },
	};
	bench.sandbox.configure({ strictFormats: false });
	await upload([{ id: '1' }], { stored });
	const [read = {}] = await bench.get(['1']);
	const { run } = await upload([{ ...read, company: 'x' }], { stored });
	expect(run.json[0]?.changes).toEqual({ company: { from: null, to: 'x' } });
	const data = { ...stored.data, tone: 'blue' };
	const toned = await upload([{ id: '1', data }], { stored });
	expect(toned.run.json[0]?.changes).toEqual({ data: { from: stored.data, to: data } });
	const cleaned = await upload([{ id: '1', work_phone_numbers: '0731 1' }], { stored });
	expect(cleaned.run.json[0]?.changes).toEqual({ work_phone_numbers: { from: [number], to: ['0731 1'] } });
});

it.each(['auto', 'json'] as const)(
	'in %s, a failed formula or a shortened number in an unknown field is never sent as it is',
	async (map) => {
		bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer' }] });
		const items = [
			{ id: '1', company: 'x', rank: '#REF!', code: '4,97311E+11', zero: 0, section_work: { tone: '#N/A' } },
		];
		const run = await bench.upload({ items, map, options: { unknownFields: 'send' } });
		expect(run.json).toMatchObject([{ change: 'changed', not_sent: ['code'] }]);
		const sent = { id: '1', first_name: 'Kim', last_name: 'Sommer', company: 'x', zero: 0 };
		expect(bench.taken()).toEqual([expect.objectContaining(sent)]);
		expect(JSON.stringify(bench.taken())).not.toMatch(/#|E\+/);
		expect(run.hints[0]).toMatchObject({
			type: 'warning',
			message: expect.stringMatching(/formula failed: rank \(#REF!\), section_work \(#N\/A\)/) as string,
		});
	},
);

it('a column named Data that holds no JSON is not sent, and refuses no row', async () => {
	const { run } = await upload([
		{ id: '1', Data: '12/05/2020', documentation: 'see file', section_work: 7, company: 'x' },
	]);
	expect(run.json).toMatchObject([
		{ change: 'changed', not_sent: ['Data', 'documentation', 'section_work'] },
	]);
	const json = await upload([{ id: '1', Data: '{"colour":"red"}' }]);
	expect(json.contacts[0]).toMatchObject({ data: { colour: 'red' } });
	const broken = await upload([{ id: '1', Data: '{oops' }]);
	expect(Object.keys(broken.run.json[0] ?? {})).toEqual(['error', 'message']);
});

it('a placeholder such as N/A is sent, and a dry run names it', async () => {
	const { hint } = await upload([{ id: '1', company: 'N/A', position: 'k.A.', city: '-' }], {
		options: { dryRun: true },
	});
	expect(hint).toMatch(/Company "N\/A"/);
	expect(hint).toMatch(/Position "k\.A\."/);
	const { contacts } = await upload([{ id: '1', company: 'N/A' }]);
	expect(contacts[0]).toMatchObject({ company: 'N/A' });
});
