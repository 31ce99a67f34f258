/** Mutants that no test finds, each with the reason. `code` and `to` stand on one line, as report.ts prints them. */
export const SURVIVORS: Array<{ file: string; code: string; to: string; why: string }> = [];
