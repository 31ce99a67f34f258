/* eslint-disable */
/** The number of cases: few in an ordinary run, all with `THOROUGH=1`. */
export const cases = (few: number, all: number): number => (process.env.THOROUGH ? all : few);

/** With `THOROUGH=1`, prints a figure for workshop/bench/results.md. */
export const say = (figure: string): unknown => process.env.THOROUGH && process.stdout.write(`${figure}\n`);
