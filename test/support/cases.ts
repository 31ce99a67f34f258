/* eslint-disable */
/** How much is tried: little in an ordinary test run, the whole with `THOROUGH=1`. */
export const cases = (few: number, all: number): number => (process.env.THOROUGH ? all : few);

/** Prints a figure for workshop/bench/results.md, with `THOROUGH=1`. */
export const say = (figure: string): unknown => process.env.THOROUGH && process.stdout.write(`${figure}\n`);
