/** Which poll is the first of a trigger. */
import { isFirstPoll, notePoll, polled } from '../../nodes/ContactConsent/trigger/firstPoll';

type Context = Parameters<typeof isFirstPoll>[0];

beforeEach(() => polled.clear());

/** A new context of n8n. */
const contextOf = (mode: string, parameters: object = {}): Context =>
	({
		getActivationMode: () => mode,
		getWorkflow: () => ({ id: 'w' }),
		getNode: () => ({ id: 'n', name: 'Trigger', parameters }),
	}) as unknown as Context;

const resultsOf = (contexts: Context[]): boolean[] =>
	contexts.map((context) => {
		const isFirst = isFirstPoll(context);
		notePoll(context);
		return isFirst;
	});

const kept = contextOf('update');

it.each<[what: string, contexts: Context[], areFirst: boolean[]]>([
	[
		'with a context that n8n keeps',
		[contextOf('init')].flatMap((one) => [one, one, one]),
		[true, false, false],
	],
	[
		'with a context for each poll',
		[contextOf('init'), contextOf('update'), contextOf('update')],
		[true, false, false],
	],
	['that n8n publishes again', [contextOf('init'), contextOf('activate')], [true, true]],
	[
		'whose node was changed, even if n8n says that this is an update',
		[contextOf('init'), contextOf('update', { simplify: true }), contextOf('update', { simplify: true })],
		[true, true, false],
	],
	[
		'of an n8n that keeps contexts, which makes another one only to publish',
		[kept, kept, contextOf('update')],
		[true, false, true],
	],
])('the polls of a trigger %s', (_what, contexts, areFirst) => {
	expect(resultsOf(contexts)).toEqual(areFirst);
});

it('asking does not change the answer', () => {
	const context = contextOf('update');
	expect([isFirstPoll(context), isFirstPoll(context)]).toEqual([true, true]);
});
