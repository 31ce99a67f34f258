/* eslint-disable */
/**
 * Where made-up schedules begin. Always at the same place, so that a change is what breaks a test, and not the day;
 * `SEED=random` looks elsewhere, and a number repeats what a run has printed.
 */
export const SEED =
	process.env.SEED === 'random' ? Date.now() % 2 ** 31 : Number(process.env.SEED ?? 20261121);
