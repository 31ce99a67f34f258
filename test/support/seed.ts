/* eslint-disable */
/**
 * The start of made-up schedules. It is always the same, so that a failing test means a change in the code.
 * `SEED=random` starts elsewhere, and a number repeats a run that printed it.
 */
export const SEED =
	process.env.SEED === 'random' ? Date.now() % 2 ** 31 : Number(process.env.SEED ?? 20261121);
