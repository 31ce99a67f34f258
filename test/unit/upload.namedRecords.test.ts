/** The records that a refusal names. The contract does not say what the keys of `validation_errors` mean. */
import { namedIn } from '../../nodes/ContactConsent/upload/send/namedRecords';

const entry = (outerKey: string) => ({ outerKey, innerKey: 'x', code: 'c', message: 'm' });
const namesOf = (ids: string, keys: string[]): string | undefined => {
	const named = namedIn(
		ids.split(' ').map((id) => ({ id })),
		keys.map(entry),
	);
	return named && [...named].map(([{ id }, entries]) => `${id}=${entries[0]?.outerKey}`).join(' ');
};

it.each<[what: string, ids: string, keys: string[], named: string | undefined]>([
	['one record by ID', 'a b c', ['b'], 'b=b'],
	['records by index', 'a b c', ['0', '2'], 'a=0 c=2'],
	['a record by ID before index, if only some are named', '2 1 0', ['2'], '2=2'],
	['a record by an index of two digits', 'a b c d e f g h i j k', ['10'], 'k=10'],
	['nobody, if two keys mean one record', 'a b c', ['0', '00'], undefined],
	['all by index', 'a b c', ['0', '1', '2'], 'a=0 b=1 c=2'],
	['all by index from 1', 'a b c', ['1', '2', '3'], 'a=1 b=2 c=3'],
	['all by ID', 'a b c', ['c', 'a', 'b'], 'c=c a=a b=b'],
	['all by IDs that are their indexes, too', '0 1 2', ['0', '1', '2'], '0=0 1=1 2=2'],
	['all by IDs that are their indexes from 1, too', '1 2 3', ['1', '2', '3'], '1=1 2=2 3=3'],
	['nobody, where IDs and indexes would give different pairs', '2 1 0', ['0', '1', '2'], undefined],
	['nobody, if a key is unknown', 'a b', ['a', 'x'], undefined],
	['nobody, if an index is out of range', 'a b c', ['1', '3'], undefined],
	['nobody, if a key is no index', 'a b', ['1.0'], undefined],
	['nobody, if an index has a sign', 'a b', ['+1'], undefined],
	['nobody, if there is no entry', 'a b', [], undefined],
])('a refusal names %s: of the records %j by the keys %j', (_what, ids, keys, named) => {
	expect(namesOf(ids, keys)).toBe(named);
});

it('a record has all of its entries', () => {
	const [one = { id: '' }, other = { id: '' }] = ['a', 'b'].map((id) => ({ id }));
	const entries = ['a', 'b', 'a'].map(entry);
	expect(namedIn([one, other], entries)?.get(one)).toEqual([entries[0], entries[2]]);
});
