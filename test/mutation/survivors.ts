/** Mutants that no test finds, each with the reason. Code and its replacement stand on one line, as report.ts prints them. */
export const SURVIVORS: Array<{ file: string; why: string; mutants: Array<[code: string, to: string]> }> = [
	{
		file: 'trigger/choose.ts',
		why: 'For the compiler: `count` is 1 or more there.',
		mutants: [['events[count - 1]?.time', 'events[count - 1].time']],
	},
	{
		file: 'trigger/choose.ts',
		why: 'For the compiler: it is asked once for each of them, so there is a first.',
		mutants: [['fresh[0]?.time', 'fresh[0].time']],
	},
	{
		file: 'trigger/documents.ts',
		why: 'A single millisecond: the end is no sharper than that.',
		mutants: [['now() < end', 'now() <= end']],
	},
	{
		file: 'trigger/event.ts',
		why: 'They are equal for the same event alone, which a list holds once.',
		mutants: [['finer(a) < finer(b)', 'finer(a) <= finer(b)']],
	},
	{
		file: 'trigger/history.ts',
		why: 'For the compiler: it is asked for the others, which are there only behind a first.',
		mutants: [['first?.time', 'first.time']],
	},
	{
		file: 'trigger/history.ts',
		why: 'A slice that failed: its error is looked at before anybody asks whether it is complete.',
		mutants: [['false', 'true']],
	},
	{
		file: 'trigger/poll.ts',
		why: 'Of a poll that failed: the state that it leaves is the one that n8n has, so the next poll is let in.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'trigger/poll.ts',
		why: "How long n8n's storage may take behind the end of a poll: a number of seconds. What happens then is asked with clocks of the tests' own.",
		mutants: [['(budget + limit) / 2', '(budget + limit) * 2']],
	},
	{
		file: 'trigger/reconcile.ts',
		why: 'For the compiler: there are more than 1,000.',
		mutants: [['oldest !== undefined', 'true']],
	},
	{
		file: 'trigger/state.ts',
		why: 'Kinds of events of a state without a start are not looked at; of what was forgotten, a second entry counts.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'transport/answer.ts',
		why: 'For the compiler: what takes the key out of a text fails where there is none, as no address does.',
		mutants: [['headers.location !== undefined', 'true']],
	},
	{
		file: 'transport/errors.ts',
		why: 'For the compiler: without a status, `status >= 400` is false, too.',
		mutants: [['status !== undefined', 'true']],
	},
	{
		file: 'transport/gate.ts',
		why: 'The pace asks whether a request was taken, failed or was refused; any other end is trouble, whatever its name.',
		mutants: [["{ as: 'timeout' }", '{}']],
	},
	{
		file: 'transport/gate.ts',
		why: 'For the compiler: no status at all is a failure that may pass, as `isPassing` says, too.',
		mutants: [['status !== undefined', 'true']],
	},
	{
		file: 'transport/pages.ts',
		why: 'For the compiler: nobody asks whether a missing cursor was seen.',
		mutants: [['cursor !== undefined', 'true']],
	},
	{
		file: 'transport/pages.ts',
		why: 'For the compiler: a missing cursor is never among those that were seen.',
		mutants: [['nextCursor !== undefined', 'true']],
	},
	{
		file: 'transport/rate.ts',
		why: 'For the compiler: a request that was taken has begun, and with the first that began there is a stretch.',
		mutants: [['stretch', 'true']],
	},
	{
		file: 'transport/repeat.ts',
		why: 'The gate looks at the same signal before it lets a request in, and ends it with the same error.',
		mutants: [['signal?.aborted', 'false']],
	},
	{
		file: 'transport/repeat.ts',
		why: 'For the compiler: only a renewal says that a request is out of date.',
		mutants: [['renewal?.request', 'renewal.request']],
	},
	{
		file: 'transport/retry.ts',
		why: 'For the compiler: what is missing is neither digits nor a date, so it is unreadable all the same.',
		mutants: [['header === undefined', 'false']],
	},
	{
		file: 'transport/send.ts',
		why: 'It is asked again for a stream, and n8n answers with one only where a file was asked for.',
		mutants: [["request.expect === 'pdf'", 'true']],
	},
	{
		file: 'run/batch.ts',
		why: 'n8n runs no node without items.',
		mutants: [['{ json: {} }', '{}']],
	},
	{
		file: 'run/batch.ts',
		why: 'Nothing is sent for no elements; it is found out a little later.',
		mutants: [['sendable.length === 0', 'false']],
	},
	{
		file: 'run/batch.ts',
		why: 'Of elements that have ended, what was handed over is dropped, which nobody asks for any more.',
		mutants: [['delivery === undefined', 'false']],
	},
	{
		file: 'run/batch.ts',
		why: 'What was sent is dropped for the sake of memory alone.',
		mutants: [
			[
				'{ // Others may be in another batch by now. if (!isSettled(element)) continue; element.raw = undefined; element.upload = undefined; }',
				'{}',
			],
			['!isSettled(element)', 'true'],
		],
	},
	{
		file: 'run/build.ts',
		why: 'What is kept for an ID that comes once is never asked for: it takes memory.',
		mutants: [['repeated.has(element.id)', 'true']],
	},
	{
		file: 'run/build.ts',
		why: 'Two empty lists say as much as none; the output is made of them more slowly.',
		mutants: [
			['notSent.unknown.length + notSent.readOnly.length > 0', 'true'],
			[
				'notSent.unknown.length + notSent.readOnly.length > 0',
				'notSent.unknown.length + notSent.readOnly.length >= 0',
			],
		],
	},
	{
		file: 'run/build.ts',
		why: 'The elements of a request belong to one batch, which is marked as read at once.',
		mutants: [
			[
				'elements.some(({ readAt = Infinity }) => Date.now() - readAt > FRESH_FOR)',
				'elements.every(({ readAt = Infinity }) => Date.now() - readAt > FRESH_FOR)',
			],
		],
	},
	{
		file: 'run/build.ts',
		why: 'Without anything to read, the same is built by the steps that follow, more slowly.',
		mutants: [
			['!readsCurrent(run.plan)', 'false'],
			['{ for (const element of batch) draft(run, element, undefined); return; }', '{}'],
		],
	},
	{
		file: 'run/build.ts',
		why: 'A round without elements reads nothing.',
		mutants: [['begun < batch.length', 'begun <= batch.length']],
	},
	{
		file: 'run/build.ts',
		why: 'A single millisecond of a minute.',
		mutants: [['Date.now() - before.readAt <= FRESH_FOR', 'Date.now() - before.readAt < FRESH_FOR']],
	},
	{
		file: 'run/build.ts',
		why: 'What is kept for an ID that comes once is never asked for: it takes memory. Whoever calls this has built the upload.',
		mutants: [
			['!upload || !repeated.has(id)', 'false'],
			['!upload || !repeated.has(id)', '!upload && !repeated.has(id)'],
		],
	},
	{
		file: 'run/build.ts',
		why: 'A row that is a text hands over nothing.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'run/deliver.ts',
		why: 'What is kept without Keep is never asked for: it takes memory.',
		mutants: [['plan.keeps', 'true']],
	},
	{
		file: 'run/elements.ts',
		why: 'For the compiler: a noun has a first letter.',
		mutants: [['noun[0]?.toUpperCase', 'noun[0].toUpperCase']],
	},
	{
		file: 'run/elements.ts',
		why: 'Asked for each row, the answer is the one of the first: all have the same parameters. It takes longer.',
		mutants: [['from === 0', 'true']],
	},
	{
		file: 'run/execute.ts',
		why: 'For the compiler: only items of the input are run.',
		mutants: [['{ json: {} }', '{}']],
	},
	{
		file: 'run/execute.ts',
		why: 'For the types: items that were not begun come behind all others, and have no place in the list.',
		mutants: [
			['end', 'true'],
			['end !== undefined', 'true'],
		],
	},
	{
		file: 'run/execute.ts',
		why: 'For the types: where it is over, an item has failed.',
		mutants: [['failed === undefined', 'false']],
	},
	{
		file: 'run/isolate.ts',
		why: 'Whether it was too large is asked only about what is left after a refusal, which sets it.',
		mutants: [['false', 'true']],
	},
	{
		file: 'run/isolate.ts',
		why: 'A text in place of an entry has no key, so it names nobody; in place of parts, one part alone is not used.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'run/isolate.ts',
		why: 'For the compiler: it is taken from a list that is not empty.',
		mutants: [['part', 'true']],
	},
	{
		file: 'run/pages.ts',
		why: 'Differs in speed alone: whether an item was there before is looked up, where its place already says that it is new.',
		mutants: [
			[
				"{ const place = sortKey === undefined ? undefined : item[sortKey]; if (typeof place !== 'string' || place <= last) return false; last = place; return true; }",
				'{}',
			],
			['sortKey === undefined', 'true'],
			['sortKey === undefined', 'sortKey !== undefined'],
			["typeof place !== 'string' || place <= last", 'true'],
			['true', 'false'],
			['seen === undefined && isBehind(item)', 'false'],
		],
	},
	{
		file: 'run/pages.ts',
		why: 'No item has a field of the name "undefined".',
		mutants: [['sortKey === undefined', 'false']],
	},
	{
		file: 'run/pages.ts',
		why: 'Empty lists change nothing in the list of all; leaving them out serves the types.',
		mutants: [
			['series.filter((items) => items.length > 0)', 'series'],
			['items.length > 0', 'true'],
			['items.length > 0', 'items.length >= 0'],
		],
	},
	{
		file: 'run/pages.ts',
		why: 'For the compiler: empty lists have been left out.',
		mutants: [
			['items[0]?.time', 'items[0].time'],
			['items.at(-1)?.time', 'items.at(-1).time'],
		],
	},
	{
		file: 'run/pages.ts',
		why: 'Sorting in V8 asks only whether the one stands before the other.',
		mutants: [
			['a.id > b.id', 'true'],
			['a.id > b.id', 'false'],
			['a.id > b.id', 'a.id >= b.id'],
			['a.id > b.id', 'a.id <= b.id'],
		],
	},
	{
		file: 'run/references.ts',
		why: 'Of an expression that is no reference: it is asked for the steps, which a list of one does not have either.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'run/references.ts',
		why: 'Differs in speed alone: a path that is known is worked out again.',
		mutants: [['!paths.has(expression)', 'true']],
	},
	{
		file: 'run/references.ts',
		why: 'Differs in memory and speed alone: how many paths are remembered.',
		mutants: [
			['paths.size >= MOST_PATHS', 'true'],
			['paths.size >= MOST_PATHS', 'false'],
			['paths.size >= MOST_PATHS', 'paths.size > MOST_PATHS'],
			['paths.size >= MOST_PATHS', 'paths.size < MOST_PATHS'],
		],
	},
	{
		file: 'run/sizes.ts',
		why: 'For the compiler: `at` is below the length.',
		mutants: [['entries[at]?.upload', 'entries[at].upload']],
	},
	{
		file: 'run/sizes.ts',
		why: 'Whether a larger size is being tried is asked only once something was too large, which sets it to false.',
		mutants: [['false', 'true']],
	},
	{
		file: 'run/sizes.ts',
		why: 'Where nothing was too large, nothing is known of what was taken, and half of infinity is as much.',
		mutants: [['smallestRefused === Infinity', 'false']],
	},
	{
		file: 'run/sizes.ts',
		why: 'The first entry does not fit into the 0 bytes that are left, so it begins a part anyway.',
		mutants: [['parts.length === 0', 'false']],
	},
	{
		file: 'run/sizes.ts',
		why: 'For the compiler: the first entry begins a part.',
		mutants: [['parts.at(-1)?.push', 'parts.at(-1).push']],
	},
	{
		file: 'run/summary.ts',
		why: 'Of no states: what they are looked at for, that the time ran out, a text does not have either.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'run/summary.ts',
		why: 'For the compiler: these are the accepted elements.',
		mutants: [['element.accepted?.operationId', 'element.accepted.operationId']],
	},
	{
		file: 'run/summary.ts',
		why: 'The last of them may be empty, for errors of the service alone, whose words lose spaces at the end.',
		mutants: [
			[
				"[ `Accepted: ${accepted.length} of ${counted(elements.length, noun.one, noun.many)}${ids}.`, `Refused: ${refusedCount}. Not sent: ${elements.length - accepted.length - refusedCount}.`, concernsAll(error) ? '' : \"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).\", ] .filter(Boolean)",
				"[`Accepted: ${accepted.length} of ${counted(elements.length, noun.one, noun.many)}${ids}.`, `Refused: ${refusedCount}. Not sent: ${elements.length - accepted.length - refusedCount}.`, concernsAll(error) ? '' : \"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).\"]",
			],
		],
	},
	{
		file: 'run/trial.ts',
		why: 'Others are only begun beside it once nobody waits for a turn any more.',
		mutants: [['running === mine', 'true']],
	},
	{
		file: 'run/uploads.ts',
		why: 'For the compiler: an accepted request has the elements that it was grouped by.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'run/uploads.ts',
		why: 'Differs in speed alone: in what else an item could hold there is nothing.',
		mutants: [['states === undefined && notSent === undefined', 'false']],
	},
	{
		file: 'run/waiting.ts',
		why: 'It is asked only whether there is one; the last body is kept beside it.',
		mutants: [['{ body }', '{}']],
	},
	{
		file: 'ContactConsent/dates.ts',
		why: 'Differs in speed alone: the format of a time zone is made anew.',
		mutants: [['known', 'false']],
	},
	{
		file: 'ContactConsent/dates.ts',
		why: 'For the compiler: the format has all of these parts.',
		mutants: [
			['parts.find((entry) => entry.type === type)?.value', 'parts.find(entry => entry.type === type).value'],
		],
	},
	{
		file: 'ContactConsent/dates.ts',
		why: 'Differs in speed alone: clocks of UTC are not ahead of UTC.',
		mutants: [["timeZone === 'UTC'", 'false']],
	},
	{
		file: 'ContactConsent/dates.ts',
		why: 'The letter is read as an offset without hours and minutes, which is none.',
		mutants: [
			["zone.toUpperCase() === 'Z'", 'false'],
			['zone.toUpperCase()', 'zone.toLowerCase()'],
		],
	},
	{
		file: 'ContactConsent/dates.ts',
		why: 'A day that does not exist is another day of another month: one of the two is enough.',
		mutants: [
			['midnight.getUTCMonth() + 1 === Number(month)', 'true'],
			['midnight.getUTCDate() === Number(day)', 'true'],
		],
	},
	{
		file: 'ContactConsent/values.ts',
		why: 'Differs in speed alone: a key that is defined is as good as one that is assigned.',
		mutants: [["key === '__proto__'", 'true']],
	},
	{
		file: 'resources/records/changes.ts',
		why: 'For the compiler: of what is no list, parts of an address alone have a section.',
		mutants: [["place.kind === 'address'", 'true']],
	},
	{
		file: 'resources/records/columns.ts',
		why: 'Without `g`, the first sign of a name is replaced in both; no name begins with a line break.',
		mutants: [['/^./', '/./']],
	},
	{
		file: 'resources/records/columns.ts',
		why: 'One more name of a column, which no table has.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'resources/records/convert.ts',
		why: 'One that is there and blank is left out two lines further on; JSON has no undefined entries.',
		mutants: [
			['given === undefined && isRecord(entry)', 'given === undefined || isRecord(entry)'],
			['given === undefined', 'true'],
		],
	},
	{
		file: 'resources/records/explain.ts',
		why: 'For the compiler: of what is no list, parts of an address alone have a section.',
		mutants: [["place.kind === 'address'", 'true']],
	},
	{
		file: 'resources/records/handOver.ts',
		why: 'Differs in speed alone: the columns of a row are looked up anew, although they are those of the last one.',
		mutants: [
			['last?.names.length === names.length && last.names.every((name, at) => name === names[at])', 'false'],
			['(name, at) => name === names[at]', '() => undefined'],
			['name === names[at]', 'false'],
		],
	},
	{
		file: 'resources/records/handOver.ts',
		why: 'The keys of an object differ from each other.',
		mutants: [['a < b', 'a <= b']],
	},
	{
		file: 'resources/records/handOver.ts',
		why: 'Any order of the keys will do, as long as it is the same for both of what is compared.',
		mutants: [['a < b', 'a >= b']],
	},
	{
		file: 'resources/records/handOver.ts',
		why: 'Differs in speed alone: without further names, the copy of the list is the list.',
		mutants: [
			['notes.unknown.length > 0', 'true'],
			['notes.unknown.length > 0', 'notes.unknown.length >= 0'],
		],
	},
	{
		file: 'resources/records/handOver.ts',
		why: 'Of a record that the service has: nobody asks what is unknown in it.',
		mutants: [['[]', '["Stryker was here"]']],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'For the compiler: a list and a part of an address have no field in common that could agree.',
		mutants: [
			["other.kind === 'list' && place.kind === 'list'", "other.kind === 'list' || place.kind === 'list'"],
		],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'For the compiler: no other place has a list.',
		mutants: [
			["other.kind === 'list'", 'true'],
			["place.kind === 'list'", 'true'],
		],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'For the compiler: what is neither list nor part of an address has no section, and a list has no part.',
		mutants: [
			["other.kind !== 'address' || place.kind !== 'address'", 'false'],
			[
				"other.kind !== 'address' || place.kind !== 'address'",
				"other.kind !== 'address' && place.kind !== 'address'",
			],
			["other.kind !== 'address'", 'false'],
			["place.kind !== 'address'", 'false'],
		],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'For the compiler: nothing but lists and parts of an address is laid over a section.',
		mutants: [["place.kind === 'address'", 'true']],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'Differs in speed alone: the copy of the first address is copied again.',
		mutants: [['copies.address === undefined', 'true']],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'Of two columns for one field that name a section and none, one alone is laid: which rank comes first decides about the order of keys alone.',
		mutants: [
			['place.section === undefined', 'true'],
			['place.section === undefined', 'false'],
			['place.section === undefined', 'place.section !== undefined'],
		],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'What the other column says is laid over once more, and is the same.',
		mutants: [['true', 'false']],
	},
	{
		file: 'resources/records/layOver.ts',
		why: 'For a service that shows neither `original` nor `international_formatted`, which the contract has.',
		mutants: [
			['NUMBER_FIELDS.slice(0, 2)', 'NUMBER_FIELDS'],
			['counting === undefined', 'false'],
		],
	},
	{
		file: 'resources/records/upload.ts',
		why: 'Differs in speed alone: a row of text is converted to find out that it can be.',
		mutants: [['isFlatText(model, raw)', 'false']],
	},
];
