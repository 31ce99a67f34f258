/**
 * Returns the reason why a request is refused if a page of another origin made it in somebody's browser. Undefined
 * means that the request may go on. DNS rebinding (the page's own DNS name is pointed at this machine after the
 * page was loaded) is refused, too.
 *
 * An IP address and `localhost` are always allowed as host names; `hostNames` adds others.
 */
export function refusalOf(
	headers: { host?: string | undefined; origin?: string | undefined },
	hostNames?: readonly string[],
): string | undefined;
