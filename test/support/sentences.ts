/**
 * The sentences that a person reads when something is refused, warned of or noted, each with its code. Tests assert
 * the code, so that a changed word is changed here and nowhere else in the tests.
 *
 * A sentence is written out by hand: a check that imports it from the nodes would agree with any mistake in it. What
 * stands in `{ }` differs from case to case.
 */
const SENTENCES = {
	// A record, a row
	noRecord: 'There is no {record} with the ID "{id}"',
	noRecordYet: 'There is no {record} with the ID "{id}", or an upload of it is still being processed',
	newRecordNeeds: 'There is no {record} with the ID "{id}", and a new one needs {columns}',
	correctIdOrAdd:
		'Correct the ID, or add what a new {record} needs. A row that is no {record}, e.g. a sum, has to go.',
	fillInCell: 'Fill in the cell.',
	cameFrom: 'It came from {rows} of the input.',
	rowsNeedYou: '{count} of {all} rows need you:',
	recordsNeedYou: '{count} records need you',
	correctItAndRun: 'Correct it, in the row or at the service, and run the node again.',
	othersAnyway:
		"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).",
	realRunStops: 'A real run would stop at a refused row and may upload nobody.',
	severalPeople: 'The ID "{id}" stands for several people',
	partOfPath: 'which is part of a path, not an ID',
	firstNameDiffers: 'The first name differs from the stored one under this ID, which is an e-mail address',
	acceptedNotShown: 'The service accepted it and does not show it:',
	acceptedNotKnown:
		'The service accepted it and does not show it yet, and whether it has processed it is not known',
	refusedWithoutNaming:
		'The service refused {count} requests without naming a record, so the rest was not sent.',
	unexpected: 'Something unexpected happened while {doing}',
	reportIt: 'Run the node again. If this goes on, report it to the authors of this node.',

	// Headings and tables
	didYouMean: 'did you mean {what}?',
	wrongEncoding: 'read with the wrong encoding',
	setEncoding:
		"Add the option 'Encoding' to the node that reads the file, and set it to the file's own, e.g. Latin1 for a file of Excel on Windows.",
	columnsChosen: "Set 'Mapping Column Mode' to 'Map Each Column Manually' to choose the columns yourself.",
	enterIdHeading: "enter its heading in the option 'ID Column'",
	inputHasColumns: 'The input has the columns {columns}.',
	idColumnByHand: "The option 'ID Column' is not for columns that are mapped by hand",
	noHeading: 'a column without a heading',
	noSuchColumn: 'have no such column',
	rowLeftOut: 'Row {row} was left out',
	looksLikeTotal: 'it looks like a total ({cell})',
	repeatsHeadings: 'because it repeats the headings',
	noneFilled: 'none of its filled columns is a field of {records}',
	headingsFound: 'Headings found in row {row} of the input.',
	headerRow: "The rows have no headings. Turn on 'Header Row' in the node that reads the file.",

	// Cells
	notJson: 'is not valid JSON',
	neitherTrueNorFalse: 'is neither true nor false',
	digitsLost: 'is a number with too many digits, of which the last are lost already',
	noDate: 'is not a date, but',
	dayAhead: 'more than a day ahead',
	useScalar: 'Use a text, a number, a date or a boolean.',
	notAnEmail: 'Not an e-mail address',
	isNotSent: 'is not sent, because',
	notSentFormula: "Not sent, because a spreadsheet's formula failed",
	notSentConsent: 'Not sent, although it looks like a consent',
	contentPlaceholder: 'Sent as content, although it looks like a placeholder',
	readAsDay: 'Read as a day, as spreadsheets count them',
	quoteTakenOff: "A ' in front of a number was taken off",
	notSentNotWhole: 'Not sent, because it is no whole day',
	notKept: 'Not kept, because the contract does not know them',

	// Consents
	neverAsked: 'never asked before',
	doubtedGrant: 'Not granted, because another cell for the contact says neither yes nor no',
	blankForSeveral:
		'Not cleared, because several values are stored, and the heading does not say which is meant',
	newerCountsAlready:
		'Stored already, and no change of the state, because a newer consent of the type counts',
	noChangeOfState: 'no change of the state, because a newer consent of the type counts',
	newerStands: 'Written, but a newer consent counts',
	newTypes: 'Consent types that are new to a contact',

	// Hints
	dryRunOf: 'Dry run of {what}, nothing was changed',
	dryRun: 'Dry run, nothing was changed:',
	nothingDeleted: 'nothing was deleted:',
	wouldDeleteNone: 'a real run would delete none, because',
	nobodyDeleted: 'Nobody was deleted',
	waitedForFewer: 'Waited {seconds} s, because the service asked for fewer requests.',
	waitedForAny: 'Waited {seconds} s, because the service took no request.',
	earlierTryUploaded:
		'An earlier try of this execution (Retry On Fail) may have uploaded some of the rows already',
	earlierTryDid: 'done by an earlier try of this execution (Retry On Fail).',
	earlierTryNotKnown: 'It is not known whether an earlier try did this',
	mayNotHaveDone: 'The service may not have done what was uploaded.',
	statusNotRead: 'The status could not be read:',
	timeRanOut: 'The time ran out before the service finished',
	merged: 'they are merged, and the later one counts where both say something',
	laterRowCounts: 'the later row counts',
	samePeople: 'Check that these are the same people.',
	sameList:
		"The list in '{field}' is the same for each of the {count} rows of the input, so it was taken once",
	emptyInput: 'Nothing was uploaded: the input is empty.',
	mayNotReadOperations: 'The API key may not read operations',
	restNotSent: 'so the rest was not sent',
	restOfResults: 'Run the node again for the rest.',

	// Parameters
	expressionGivesNothing: 'is set by an expression that gives nothing',
	anotherAccount: 'The credentials give another account for row {row} than for row 1',

	// What the service answered
	serviceSays: 'The service says',
	keyRefused: 'The service refused the API key',
	wrongKey: 'Wrong key: the service refused the API key',
	checkKeyAndScheme: "Check 'API Key' and 'Authentication Scheme'",
	notAllowed: 'The service does not allow this request',
	notProcessed: 'The service could not process the request',
	giveRequestId: 'give the Request-Id to the support of the service',
	tellSupport: 'Try again later. If this goes on, tell the support of the service when it happened.',
	valuesRefused: 'The service refused the values',
	fewerRequests: 'The service asks for fewer requests',
	tooManyRequests: 'Run the node again later, or run the workflow less often.',
	asksToWait: 'asks to wait until',
	tookNoRequest: 'It took no request, and these nodes wait for 15 minutes at most',
	tookNoRequestFor30: 'It took no request for 30 seconds',
	noRequestForMinute: 'no request was taken for a minute',
	firstRequestsEnded: 'The first {count} requests ended like this, so the rest was not sent.',
	notAccepted: 'The service did not say whether it accepted the upload',
	anotherRecord: 'The service answered with another record than "{id}"',
	tooLarge: 'The request was too large for the service',
	sameCursor: 'The service sent the same page cursor twice',
	nothingNew: 'The last {count} pages had nothing new',
	moreThan100: 'The service sent more than 100 MB',
	brokeOffDuringDownload: 'The connection to the service broke off during the download',
	downloadTooLong: 'The download took too long',
	noPdf: 'There is no consent PDF for the contact "{id}"',
	testEventsOfSandbox: 'Test events are available only in sandbox accounts',
	noContactOfTestEvent: 'The service does not have the contact of the test event',

	// What stands between n8n and the service
	betweenRefused: 'Something between n8n and the service refused the request',
	betweenChanged: 'Something between n8n and the service may have changed the answer.',
	betweenChangedIt: 'Something between n8n and the service may have changed it.',
	betweenOldCopy: 'Something between n8n and the service answered with an old copy (status 304)',
	noRequestId: 'The answer has no Request-Id, so it may come from something between n8n and the service',
	gatewayAnswered: 'A gateway answered instead of the service',
	proxyLogin: 'The proxy between n8n and the service asks for a login',
	redirects: 'The service redirects to {where}',
	noFollowing: 'n8n does not follow, because the API key must not reach another address.',
	noService: "There is no Contact Consent service at the 'Base URL'",
	wrongAddressNoService: "Wrong address: there is no Contact Consent service at the 'Base URL'",
	wrongAddressWebsite: "Wrong address: there is a website at the 'Base URL', not the API of the service",
	wrongAddress: 'Wrong address',
	noWebAddress: "The 'Base URL' is not a web address",
	proxyUnreachable: 'The proxy at {proxy} cannot be reached',
	serviceUnreachable: 'The service at {host} cannot be reached',
	notInTime: 'The service at {host} did not answer in time',
	certificateNotYet: 'The certificate of {host} is not valid yet',
	certificateOfOther: 'The certificate at {host} belongs to another host',
	authorityNotKnown: 'n8n does not know the authority that issued the certificate of {host}',
	notTrusted: 'n8n does not trust the certificate of {host}',
	selfSigned: 'The certificate of {host} is self-signed, so n8n does not know its authority',
	certificateExpired: 'The certificate of {host} has expired',
	addressNotFound: 'The address {host} cannot be found',
	noHttps: 'n8n and the service at {host} cannot agree on https',
	answerDamaged: 'The answer from {host} arrived damaged',
	brokeOff: 'The connection to the service at {host} broke off',
	notSendable: 'n8n could not send the request',
	cancelled: 'The execution was cancelled',

	// The trigger
	noEventYet: 'There is no event to show yet',
	historyGoesBack: 'The history of the service goes back at least',
	noEventOfKinds: 'The service has no event of the chosen kinds.',
	chooseKind: 'Choose at least one kind of event that starts the workflow.',
	firstPollFailed: 'the first poll failed, the next one tries again',
	historyRefuses: 'the history refuses to be read',
	notReadToEnd: 'could not be read to its end',
	historyDoesNotShow: 'The history does not show the events from',
	sliceNotShown: 'the history does not show what is from',
	beginsAnew: "'Begin With' or 'Start From' was changed, so it begins anew",
	otherAccountBeginsAnew: 'the credentials are for another account, so it begins anew',
	startMovedBack: "n8n's clock was put back behind the start of the trigger, so it starts at",
	stateSetAside: 'its state cannot be read and is set aside',
	noRoomToWait: '{count} from before the start found no room in the state, and will not come',
} as const;

export type Code = keyof typeof SENTENCES;

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholder<Rest>
	: never;
export type Values<C extends Code> = Record<Placeholder<(typeof SENTENCES)[C]>, string | number>;

/** The fixed parts of a sentence, and between them the names of its placeholders. */
const partsOf = (code: Code): string[] => SENTENCES[code].split(/\{(\w+)\}/);

/** The sentence of a code as a person reads it. */
export function sentence<C extends Code>(
	code: C,
	...[values]: [Placeholder<(typeof SENTENCES)[C]>] extends [never] ? [] : [Values<C>]
): string {
	const given: Record<string, string | number> = values ?? {};
	return partsOf(code)
		.map((part, at) => (at % 2 === 0 ? part : String(given[part])))
		.join('');
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a sentence stands in a text. Placeholders without a value stand for anything. */
export function patternOf(code: Code, values: Record<string, string | number> = {}): RegExp {
	const source = partsOf(code).map((part, at) => {
		if (at % 2 === 0) return literally(part);
		return part in values ? literally(String(values[part])) : '[^]*?';
	});
	return new RegExp(source.join(''));
}

export const CODES = Object.keys(SENTENCES) as Code[];
