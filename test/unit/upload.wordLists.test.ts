/** The words of headings. */
import { WORDS } from '../../nodes/ContactConsent/upload/table/wordLists';
import { CONTACT_COLUMNS } from '../support/contract-columns';

/** Columns that tables have only under their own name, or whose heading names an owner: *Customer No*. */
const BY_OTHER_WORDS =
	/^(id|employee_id|extra_\d|addresses|data|documentation|section_work|section_private)$/;

const concepts = new Set(CONTACT_COLUMNS.map((column) => column.replace(/^(work|private)_/, '')));

it.each([...concepts].filter((concept) => !BY_OTHER_WORDS.test(concept)))(
	'the column %s of a contact has English words: add them in nodes/ContactConsent/upload/table/wordLists.ts',
	(concept) => {
		expect((WORDS.en as Record<string, string>)[concept]).toMatch(/\w/);
	},
);
