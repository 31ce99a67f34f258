/** A result with the sources that it was measured on. */
export interface Dated {
	/** In ISO 8601: two results of one day may be of different sources. */
	date: string;
	/** The hash of the published code, from `sourcesHash`. */
	sources: string;
}

/** The sources of the latest result; `undefined` if there is none. Other results may be of older sources. */
export const latestSources = (results: readonly Dated[]): string | undefined =>
	[...results].sort((a, b) => b.date.localeCompare(a.date))[0]?.sources;

export const measuredOn = ({ date }: Dated): string => date.slice(0, 10);
