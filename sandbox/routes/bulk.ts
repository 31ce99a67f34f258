/** The common part of both bulk uploads: count, validation, and the 202 with its Operation. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createOperation } from '../records/operations';
import { answer, linkTo } from '../records/service';
import type { Service } from '../records/service';
import { failuresOf, isUnparsable, messagesOf, validationErrors } from '../http/validation';
import type { Failure, SchemaError } from '../http/validation';

export interface Upload<T extends { id: string }> {
	model: string;
	/** Rules that need the stored data. */
	check?(element: T): { field: string; code: string; message: string } | undefined;
	store(element: T): void;
	/** Whether a 400 has the shape of web.PostResponse. */
	postResponse: boolean;
}

/** Checks the number of elements before they are validated. */
export const limitTo =
	(service: Service, max: () => number) =>
	async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
		if (!Array.isArray(request.body) || request.body.length <= max()) return undefined;
		if (service.options.tooManyStatus === 413) return reply.code(413).send();
		const message = `${request.body.length} elements, at most ${max()} are accepted`;
		return answer(reply, 422, message, { validation_errors: {} });
	};

export const schemaErrors = (request: FastifyRequest): SchemaError[] =>
	(request.validationError as { validation?: SchemaError[] } | undefined)?.validation ?? [];

function ownFailures<T extends { id: string }>(
	service: Service,
	elements: T[],
	upload: Upload<T>,
): Failure[] {
	return elements.flatMap((element, index) => {
		if (typeof element !== 'object' || element === null) return [];
		const found = [service.store.refusals.get(element.id), upload.check?.(element)];
		return found.flatMap((entry) => (entry ? [{ ...entry, index, field: entry.field.split('.') }] : []));
	});
}

export function acceptUpload<T extends { id: string }>(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	upload: Upload<T>,
): FastifyReply {
	const { options } = service;
	const post = upload.postResponse ? { validation_errors: {} } : {};
	const errors = schemaErrors(request);
	if (isUnparsable(errors)) {
		return answer(reply, 400, 'The body cannot be read as a list of the expected elements', post);
	}
	const elements = request.body as T[];
	const failures = [...failuresOf(errors, options), ...ownFailures(service, elements, upload)];
	if (failures.length > 0) {
		const validation_errors = validationErrors(failures, elements, options);
		const status = options.validationStatus;
		if (status === 422 || upload.postResponse) {
			return answer(reply, status, 'Validation failed', { validation_errors });
		}
		// By the contract, a 400 of contacts has only a message.
		return answer(reply, status, `Validation failed: ${messagesOf(validation_errors).join('; ')}`);
	}
	const ids = elements.map(({ id }) => id);
	const operation = createOperation(service, upload.model, ids, (succeeds) => {
		for (const element of elements) if (succeeds(element.id)) upload.store(element);
	});
	return reply
		.code(202)
		.header('Operation-Id', operation.id)
		.header('Operation-Link', linkTo(service, `/operations/${operation.id}`))
		.send(options.acceptedBody);
}
