import type { Sentence } from '../plan';

export const NAMES_SHOWN = 20;

export const info = (text: string): Sentence => ({ text, isWarning: false });
export const warning = (text: string): Sentence => ({ text, isWarning: true });

/** A sentence that lists names, each once: *Not sent: a, b and 3 more.* No names give no sentence. */
export function naming(before: string, names: Iterable<string>, after = '', kind = warning): Sentence[] {
	const all = [...new Set(names)];
	if (all.length === 0) return [];
	const more = all.length - NAMES_SHOWN;
	const listed = all.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
	return [kind(`${before}: ${listed}.${after}`)];
}
