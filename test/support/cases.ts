/* eslint-disable */
import { SEED } from './seed';

/** The number of cases: few in an ordinary run, all with `THOROUGH=1`. */
export const cases = (few: number, all: number): number => (process.env.THOROUGH ? all : few);

/** One of the cases by day, all by night (`THOROUGH=1`). */
export const oneByDay = <Case>(all: readonly Case[]): readonly Case[] =>
	process.env.THOROUGH ? all : all.filter((_, at) => at === SEED % all.length);

/** With `THOROUGH=1`, prints a figure for workshop/bench/results.md. */
export const say = (figure: string): unknown => process.env.THOROUGH && process.stdout.write(`${figure}\n`);
