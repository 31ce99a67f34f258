export type ParsedBody = { value: unknown } | { problem: string };

/** The media type of a body, without its parameters. */
export const mediaType = (contentType = ''): string => contentType.split(';')[0]?.trim().toLowerCase() ?? '';

/** Forms are read by @fastify/formbody: they arrive as objects. */
export function parseBody(body: unknown, contentType: string | undefined): ParsedBody {
	if (!Buffer.isBuffer(body)) return { value: body };
	if (body.length === 0) return { value: undefined };
	const type = mediaType(contentType);
	if (type !== 'application/json' && !type.endsWith('+json')) {
		return { problem: `Content-Type ${type || '(none)'} is not accepted, application/json is` };
	}
	try {
		return { value: JSON.parse(body.toString()) as unknown };
	} catch {
		return { problem: 'The body is not valid JSON' };
	}
}
