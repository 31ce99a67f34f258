import fc from 'fast-check';

import { endpointUrl, normaliseBaseUrl, pathSegmentProblem } from '../../nodes/ContactConsent/transport/path';
import { SEED } from '../support/seed';
import { sentence } from '../support/sentences';

describe('a path segment', () => {
	it.each([
		['', /empty/],
		['.', /part of a path, not an ID/],
		['..', /^is .*part of a path, not an ID/],
		['a/../b', /^contains .*part of a path/],
		['..\\b', /part of a path/],
		['%2E.%2fb', /part of a path/],
		['%252e%252e%252fb', /part of a path/],
		['%%32%65./b', /part of a path/],
		['..;a=b/c', /part of a path/],
		['a/..?b', /part of a path/],
		['/', /empty/],
		['a%0d%0ab', /control/],
		['a%250ab', /control/],
		['a%7f', /control/],
		['a\u0000', /control/],
		['a\u0085', /control/],
		['\ud800', /Unicode/],
		['a\udfffb', /Unicode/],
	])('%j is refused', (segment, problem) => {
		expect(pathSegmentProblem(segment)).toMatch(problem);
	});

	it.each([
		...['c', 'a b', 'a/b', 'a//b', 'a\\b', '...', 'a/...', '.a', 'a.', '..a', 'a..', 'a../b'],
		...['100%', '%2f', '%zz', 'ä€😀', '0'],
		// Letters that are encoded already. Byte for byte, some would be control characters.
		...['M%C3%84RZ', 'M%C3%A9', '%25C3%2584', '%E2%82%AC'],
	])('%j is accepted', (segment) => {
		expect(pathSegmentProblem(segment)).toBeUndefined();
	});

	it('stays one segment whatever characters it has', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'/?#%.; aä😀') }), (segment) => {
				if (pathSegmentProblem(segment) !== undefined) return;
				const { pathname, search, hash, host } = new URL(endpointUrl('https://a.example', ['x', segment]));
				const [, , , last, ...more] = pathname.split('/');
				expect([decodeURIComponent(last ?? ''), more, search, hash, host]).toEqual([
					...[segment, [], '', '', 'a.example'],
				]);
			}),
			{ seed: SEED },
		);
	});
});

describe('the Base URL', () => {
	it.each(['https://a.example', ' https://a.example ', 'https://a.example//', 'HTTPS://A.example/v1'])(
		'%j means the same address',
		(typed) => {
			expect(normaliseBaseUrl(typed)).toEqual({ baseUrl: 'https://a.example' });
		},
	);

	it.each([
		['https://a.example/api/v1/', 'https://a.example/api'],
		['https://a.example/v10', 'https://a.example/v10'],
		['a.example', 'https://a.example'],
		['//a.example', 'https://a.example'],
		['http:a.example', 'http://a.example'],
		['a.example/http:/x', 'https://a.example/http:/x'],
	])('%j becomes %s', (typed, baseUrl) => {
		expect(normaliseBaseUrl(typed)).toEqual({ baseUrl });
	});

	it.each([
		['', new RegExp(sentence('noWebAddress'))],
		['file:///etc', /http/],
		['https://u@a.example', /user name/],
		['https://:p@a.example', /user name/],
		['https://a.example?x=1', /query/],
		['https://a.example#x', /fragment/],
	])('%j is refused', (typed, problem) => {
		expect(normaliseBaseUrl(typed)).toEqual({ problem: expect.stringMatching(problem) as string });
	});
});
