import { cases } from '../../support/cases';
import { interleavings } from '../../support/interleavings';
import { SEED } from '../../support/seed';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const COUNT = cases(300, 1000);

test(`${COUNT} random interleavings of three calls on three contacts end as some order of the calls does`, async () => {
	expect(await interleavings(bench, COUNT, SEED)).toEqual([]);
}, 900_000);
