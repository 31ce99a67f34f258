import { interleavings } from '../../support/interleavings';
import { SEED } from '../../support/seed';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

test('1,000 random interleavings of three calls on three contacts end as some order of the calls does', async () => {
	expect(await interleavings(bench, 1000, SEED)).toEqual([]);
}, 900_000);
