import type { ServiceError } from './errors';

/** A time during which no request may begin. Times are milliseconds of `elapsed`. */
export interface Wait {
	reason: ServiceError;
	since: number;
	until: number;
}

/** The longest wait that the service has named, by account and purpose. */
const named = new Map<string, Wait>();

/** The wait that the service has named to any execution of this process. It may be over. */
export const namedWait = (accountAndPurpose: string): Wait | undefined => named.get(accountAndPurpose);

/** Keeps a wait that the service has named, so that later executions keep to it, too. The longest one counts. */
export function keepNamedWait(accountAndPurpose: string, wait: Wait): void {
	if (wait.until > (named.get(accountAndPurpose)?.until ?? 0)) named.set(accountAndPurpose, wait);
}

/** For tests, in which the service asks for long waits. */
export const forgetWaits = (): void => named.clear();
