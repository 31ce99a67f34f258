import { forgetAll, forgetNames, forgetWaits, recordsClaimed } from '../support/forget';

it.each(Object.entries({ forgetAll, forgetNames, forgetWaits, recordsClaimed }))(
	'%s finds its file of the build: if one has moved, test/support/forget.ts needs its new path',
	(_name, task) => {
		expect(task).not.toThrow();
	},
);
