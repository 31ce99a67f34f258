/* eslint-disable */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { N8N_DIR } from '../n8n/paths';

interface Sheets {
	utils: {
		book_new(): object;
		book_append_sheet(book: object, sheet: object, name: string): void;
		aoa_to_sheet(rows: unknown[][], options: object): object;
		sheet_to_json(sheet: object, options: object): unknown[][];
	};
	write(book: object, options: object): Buffer;
	read(file: Buffer): { Sheets: Record<string, object>; SheetNames: string[] };
}

/** The library with which n8n's own nodes read and write Excel files. */
export const sheets = createRequire(join(N8N_DIR, 'package.json'))('@e965/xlsx') as Sheets;

/** An Excel file with one sheet. Its dates are date cells, which the file stores as numbers. */
export function excel(rows: unknown[][], name = 'People'): Buffer {
	const book = sheets.utils.book_new();
	sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet(rows, { UTC: true }), name);
	return sheets.write(book, { type: 'buffer', bookType: 'xlsx' });
}
