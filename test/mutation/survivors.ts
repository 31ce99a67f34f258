/** Mutants that no test finds, each with the reason. `code` and `to` stand on one line, as report.ts prints them. */
export const SURVIVORS: Array<{ file: string; code: string; to: string; why: string }> = [
	{
		file: 'trigger/choose.ts',
		code: 'events[count - 1]?.time',
		to: 'events[count - 1].time',
		why: 'For the compiler: `count` is 1 or more there.',
	},
	{
		file: 'trigger/choose.ts',
		code: 'fresh[0]?.time',
		to: 'fresh[0].time',
		why: 'For the compiler: it is asked once for each of them, so there is a first.',
	},
	{
		file: 'trigger/event.ts',
		code: 'finer(a) < finer(b)',
		to: 'finer(a) <= finer(b)',
		why: 'They are equal for the same event alone, which a list holds once.',
	},
	{
		file: 'trigger/history.ts',
		code: 'first?.time',
		to: 'first.time',
		why: 'For the compiler: it is asked for the others, which are there only behind a first.',
	},
	{
		file: 'trigger/history.ts',
		code: 'false',
		to: 'true',
		why: 'A slice that failed: its error is looked at before anybody asks whether it is complete.',
	},
	{
		file: 'trigger/poll.ts',
		code: '[]',
		to: '["Stryker was here"]',
		why: 'Of a poll that failed: the state that it leaves is the one that n8n has, so the next poll is let in.',
	},
	{
		file: 'trigger/reconcile.ts',
		code: 'oldest !== undefined',
		to: 'true',
		why: 'For the compiler: there are more than 1,000.',
	},
	{
		file: 'trigger/state.ts',
		code: '[]',
		to: '["Stryker was here"]',
		why: 'Kinds of events of a state without a start are not looked at; of what was forgotten, a second entry counts.',
	},
];
