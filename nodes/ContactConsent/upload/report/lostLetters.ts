/**
 * Letters that were lost when a file was read with the wrong encoding: what a value or a heading with such letters is
 * refused with, and what to change in the node that reads the file. `table/cells.ts` finds them.
 */
import { InvalidInput } from '../../common/invalidInput';
import { brokenIn, isMisread, LOST_IN_FILE } from '../table/cells';

/** Advice by what the texts look like. The first that holds for one of the texts counts. @param broken texts of the file */
export function encodingAdvice(broken: readonly string[]): string {
	if (broken.some((text) => text.includes(LOST_IN_FILE)))
		return "The file itself has lost these letters. Export it once more from the program that it comes from, as UTF-8, and remove the option 'Encoding' of the node that reads it.";
	if (broken.some(isMisread))
		return "The file is UTF-8, and was read as another encoding. In the node that reads the file, remove the option 'Encoding', or set it to UTF8.";
	return "Add the option 'Encoding' to the node that reads the file, and set it to the file's own, e.g. Latin1 for a file of Excel on Windows.";
}

/** The refusal of a value that lost letters. @param what the value, e.g. *Company is "K\ufffdln"* */
export function lettersLost(what: string, value: unknown): InvalidInput {
	const advice = encodingAdvice(brokenIn(value));
	return new InvalidInput(`${what}: the file was read with the wrong encoding`, advice, advice);
}
