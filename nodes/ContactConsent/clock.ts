declare const performance: { now(): number };

/** Milliseconds by a clock that nobody can set; for durations and deadlines, never for dates. */
export const elapsed = (): number => performance.now();
