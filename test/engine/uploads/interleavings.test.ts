import { interleavings } from '../../support/interleavings';
import { SEED } from '../../support/seed';
import { uploadBench } from '../../support/upload-bench';
import { cases } from '../../support/cases';

const bench = uploadBench();

const COUNT = cases(25, 100);

test(`${COUNT} random interleavings of three calls on three contacts end as some order of the calls does`, async () => {
	expect(await interleavings(bench, COUNT, SEED)).toEqual([]);
}, 300_000);
