import { interleavings } from '../../support/interleavings';
import { SEED } from '../../support/seed';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

test('100 random interleavings of three calls on three contacts end as some order of the calls does', async () => {
	expect(await interleavings(bench, 100, SEED)).toEqual([]);
}, 300_000);
