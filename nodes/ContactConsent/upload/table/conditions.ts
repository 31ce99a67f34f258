/** What each condition does, under which a word of a heading counts. `vocabulary.ts` has the words of each. */
import type { HeadingMeaning } from './headingMeaning';
import type { HeadingSubjects } from './headingSubjects';
import { hasForSameColumn } from './idHeadings';
import type { Condition } from './vocabulary';

/** What the other headings of the table say. */
export interface Signs {
	/** Those that other headings prove. */
	languages: ReadonlySet<string>;
	/** *Country Code* stands in an address. */
	hasCountryCode: boolean;
	subjects: HeadingSubjects;
}

interface Rule {
	/** True if a heading with it is a sign for others, which are understood after it. */
	isSign: (meaning: HeadingMeaning, languages: Signs['languages']) => boolean;
	/** Its words prove their language. */
	provesLanguage: boolean;
	/** It also decides about a heading that is the name or the label of a column. */
	isOfNames?: true;
	/** True if the words count in this table. */
	holds: (meaning: HeadingMeaning, signs: Signs) => boolean;
}

const OTHER_HALF: Readonly<Record<string, string>> = { first_name: 'last_name', last_name: 'first_name' };

const isInLanguage = (meaning: HeadingMeaning, languages: Signs['languages']): boolean =>
	meaning.languages.some((language) => languages.has(language));

/**
 * A further condition needs its words in `vocabulary.ts`, and a rule here. Besides, a name under any condition names no
 * person for `peopleIn`.
 */
const RULES: Readonly<Record<Condition, Rule>> = {
	inOwnLanguage: {
		isSign: isInLanguage,
		provesLanguage: false,
		holds: (meaning, { languages }) => isInLanguage(meaning, languages),
	},
	asHalfName: {
		isSign: () => false,
		provesLanguage: false,
		holds: ({ concept }, { subjects }) => !subjects.has(concept) && subjects.has(OTHER_HALF[concept] ?? ''),
	},
	asWholeDay: {
		isSign: () => true,
		provesLanguage: true,
		// The table has the year or the month in another column, so the cells hold only a part of the date.
		isOfNames: true,
		holds: (_meaning, { subjects }) => !subjects.has('birth_part'),
	},
	asLastResort: {
		isSign: () => false,
		provesLanguage: true,
		holds: ({ concept }, { subjects }) => !hasForSameColumn(concept, subjects),
	},
	inAddress: {
		isSign: () => false,
		provesLanguage: true,
		holds: (_meaning, { hasCountryCode, subjects }) => hasCountryCode && !subjects.has('country'),
	},
};

/** The rule of a heading whose words count under a condition; `undefined` if they always count. */
export const ruleOf = (meaning: HeadingMeaning | undefined): Rule | undefined =>
	meaning?.onlyIf && RULES[meaning.onlyIf];
