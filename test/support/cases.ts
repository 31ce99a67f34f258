/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** How much is tried: little in an ordinary test run, the whole with `THOROUGH=1`. */
export const cases = (few: number, all: number): number => (process.env.THOROUGH ? all : few);
