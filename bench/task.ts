/** Where the service is, and where a contender may write. */
export interface Place {
	baseUrl: string;
	apiKey: string;
	/** Emptied by the runner. */
	folder: string;
	/** Whether round-trip time is added. */
	isFar: boolean;
}

/** How a contender does a case. */
export interface Task<Input = unknown> {
	/** Loads what is loaded once in the life of a process. */
	load?(): Promise<void>;
	/** What is there before the work begins, and so is not measured. */
	input(size: number): Input;
	/** Brings a poll into the state after its first delivery. */
	begin?(): Promise<void>;
	/** @returns how many things were done; `after` is not measured */
	run(input: Input): Promise<{ count: number; after?: () => Promise<void> }>;
}
