/** What the headings that count without others are about. The other headings of the table are decided by this. */
import type { HeadingMeaning } from './headingMeaning';
import type { ReadHeading } from './readHeading';

/** Splits the name of a column into its section and its concept. */
const CONCEPT = /^(?:(work|private)_)?(.+)$/;

/** The concept and the section of a heading, from its column, else from its words. */
function subjectOf({
	column,
	meaning,
}: ReadHeading): Partial<Pick<HeadingMeaning, 'section'>> & { concept?: string } {
	if (column === undefined) return meaning ?? {};
	const [, section, concept] = CONCEPT.exec(column.name) ?? [];
	return { concept, section: section as HeadingMeaning['section'] };
}

export class HeadingSubjects {
	/** A concept, or a concept in a section. */
	private readonly all = new Set<string>();
	/** The same of those headings that are the name or the label of a column. */
	private readonly named = new Set<string>();

	/** @param headings those that count, whatever the others say */
	constructor(headings: readonly ReadHeading[]) {
		for (const heading of headings) {
			const { concept = '', section = '' } = subjectOf(heading);
			this.all.add(concept).add(`${section} ${concept}`);
			if (heading.column) this.named.add(`${section} ${concept}`);
		}
	}

	/** True if a heading is about this concept (in this section; '' for none). */
	has(concept: string, section?: string): boolean {
		return this.all.has(section === undefined ? concept : `${section} ${concept}`);
	}

	/** True if a heading is the name or the label of the column for this concept in this section. */
	hasColumn(concept: string, section: string): boolean {
		return this.named.has(`${section} ${concept}`);
	}

	/** If only one section has a heading for this concept, a heading without a section belongs to the other section. */
	otherSection(concept: string): 'work' | 'private' | undefined {
		const [isWork, isPrivate] = [this.has(concept, 'work'), this.has(concept, 'private')];
		return isWork === isPrivate ? undefined : isWork ? 'private' : 'work';
	}
}
