/** Columns without a heading. */

/** The name that n8n's nodes give a column without a heading: for spreadsheet files, CSV and Google Sheets. */
const NO_HEADING = /^(__EMPTY(_\d+)?|\s*|col_\d+)$/;

/** True for the name of a column without a heading. */
export const isNameless = (name: string): boolean => NO_HEADING.test(name);

/** What people read as the name of a heading. */
export const shownHeading = (name: string): string =>
	isNameless(name) ? 'a column without a heading' : name;
