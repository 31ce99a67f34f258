/**
 * Says why a request is refused that a page of another origin makes in somebody's browser, also if its DNS name has
 * been pointed at this machine after the page was loaded (DNS rebinding). Undefined: the request may go on.
 *
 * An IP address and `localhost` are always good host names; `hostNames` adds others.
 */
export function refusalOf(
	headers: { host?: string | undefined; origin?: string | undefined },
	hostNames?: readonly string[],
): string | undefined;
