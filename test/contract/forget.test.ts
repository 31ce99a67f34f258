import { forgetAll, forgetNames, forgetWaits, recordsAskedFor } from '../support/forget';

it.each(Object.entries({ forgetAll, forgetNames, forgetWaits, recordsAskedFor }))(
	'%s finds its file of the build: if one has moved, test/support/forget.ts needs its new path',
	(_name, task) => {
		expect(task).not.toThrow();
	},
);
