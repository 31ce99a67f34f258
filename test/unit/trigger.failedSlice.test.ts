/** What a slice of the history that failed says. */
import { decide } from '../../nodes/ContactConsent/trigger/failedSlice';

type Facts = Parameters<typeof decide>[0];

const [down, up] = [{ isUp: false }, { isUp: true }];
const [answered, silent] = [{ hasAnswered: true }, { hasAnswered: false }];
const [long, short] = [{ isShort: false }, { isShort: true }];
const [shown, gone] = [{ showsPresent: true }, { showsPresent: false }];

it.each<[string, string, Facts]>([
	['leaves all as it is while the service is down', 'giveUp', { ...silent, ...down, ...long }],
	['skips no instant while the service is down', 'giveUp', { ...silent, ...down, ...short }],
	['reads less at once after pages that arrived', 'halve', { ...answered, ...up, ...long }],
	['reads less at once after pages that were the first answer', 'halve', { ...answered, ...down, ...long }],
	['asks for the present before it blames a slice', 'ask', { ...silent, ...up, ...long }],
	['asks for the present before it skips an instant', 'ask', { ...answered, ...up, ...short }],
	['reads less where the history shows the present', 'halve', { ...silent, ...up, ...long, ...shown }],
	['skips an instant that showed no page', 'skip', { ...silent, ...up, ...short, ...shown }],
	['skips an instant whose later page failed', 'skip', { ...answered, ...down, ...short, ...shown }],
	['skips nothing while the history is down', 'giveUp', { ...answered, ...up, ...short, ...gone }],
	['reads no less while the history is down', 'giveUp', { ...silent, ...up, ...long, ...gone }],
])('%s', (_, expected, facts) => expect(decide(facts)).toBe(expected));
