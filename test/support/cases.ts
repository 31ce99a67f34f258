/* eslint-disable */
import { SEED } from './seed';

/** The number of cases: few in an ordinary run, all with `THOROUGH=1`. */
export const cases = (few: number, all: number): number => (process.env.THOROUGH ? all : few);

/**
 * One of the cases by day, all by night (`THOROUGH=1`).
 *
 * @param turn files with other turns try other cases
 */
export const oneByDay = <Case>(all: readonly Case[], turn = 0): readonly Case[] =>
	process.env.THOROUGH ? all : all.filter((_, at) => at === (SEED + turn) % all.length);

/**
 * By day, every `nth` case from `turn` on, and one of a shorter list, so that `nth` lists in turn try all; all by night
 * (`THOROUGH=1`).
 */
export function everyNth<Case>(all: readonly Case[], nth: number, turn: number): readonly Case[] {
	const step = Math.min(nth, all.length);
	return process.env.THOROUGH ? all : all.filter((_, at) => at % step === turn % step);
}

/** With `THOROUGH=1`, prints a figure for workshop/bench/results.md. */
export const say = (figure: string): unknown => process.env.THOROUGH && process.stdout.write(`${figure}\n`);
