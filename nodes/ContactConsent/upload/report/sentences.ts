import type { Sentence } from '../../common/plan';
import { firstOf } from '../../lib/text';

export const NAMES_SHOWN = 20;

export const info = (text: string): Sentence => ({ text, isWarning: false });
export const warning = (text: string): Sentence => ({ text, isWarning: true });

/** A sentence that lists names, each once: *Not sent: a, b and 3 more.* No names give no sentence. */
export function naming(before: string, names: Iterable<string>, after = '', kind = warning): Sentence[] {
	const all = [...new Set(names)];
	if (all.length === 0) return [];
	return [kind(`${before}: ${firstOf(all, NAMES_SHOWN)}.${after}`)];
}
