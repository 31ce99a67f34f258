/** Uploads that are processed in the background. Only the sandbox clock moves them on. */
import { randomUUID } from 'node:crypto';
import type { Operation, OperationItem } from './model';
import type { SandboxOptions } from '../options/options';
import type { Service } from './service';
import { stamp } from './store';
import type { StoredOperation } from './store';

/** Creates an operation. It calls `store` once, when the upload becomes visible. Items that fail are left out. */
export function createOperation(
	service: Service,
	model: string,
	ids: string[],
	store: (succeeds: (id: string) => boolean) => void,
	at = service.clock.now(),
): StoredOperation {
	const { options, store: memory } = service;
	const failed = new Set(ids.filter((id) => memory.failing.has(id)));
	const operation: StoredOperation = {
		id: randomUUID(),
		...stamp(memory, at, options.timestampFormat),
		seq: memory.seq++,
		model,
		ids,
		finishAt: at + options.operationDurationMs,
		visibleAt:
			at + (options.visible === 'onAccept' ? 0 : options.operationDurationMs) + options.visibleAfterMs,
		failed,
		apply: () => store((id) => !failed.has(id)),
	};
	memory.operations.set(operation.id, operation);
	memory.operationLog.add(operation);
	if (options.visible === 'onAccept' && options.visibleAfterMs === 0) applyNow(operation);
	else memory.due.push(operation);
	settleOperations(service);
	return operation;
}

function applyNow(operation: StoredOperation): void {
	operation.apply?.();
	operation.apply = undefined;
}

/** Applies the uploads that are due, in the order in which they become visible. */
export function settleOperations({ store, clock }: Service): void {
	if (store.due.length === 0) return;
	const now = clock.now();
	const ready = store.due.filter(({ visibleAt }) => visibleAt <= now);
	if (ready.length === 0) return;
	store.due = store.due.filter(({ visibleAt }) => visibleAt > now);
	ready.sort((a, b) => a.visibleAt - b.visibleAt || a.seq - b.seq).forEach(applyNow);
}

function statusOf(operation: StoredOperation, now: number, options: SandboxOptions): string {
	const { pending, processing, finished, failed } = options.operationStatuses;
	if (now < operation.finishAt) {
		const third = (operation.finishAt - operation.time) / 3;
		return now < operation.time + third ? pending : processing;
	}
	return operation.ids.length > 0 && operation.failed.size === new Set(operation.ids).size
		? failed
		: finished;
}

function itemsOf(operation: StoredOperation, now: number, options: SandboxOptions): OperationItem[] {
	const { itemPending, itemSuccess, itemFailed } = options.operationStatuses;
	const shape = options.operationItems;
	if (shape === 'none') return [];
	return operation.ids.map((id, index) => {
		const outcome = operation.failed.has(id) ? itemFailed : itemSuccess;
		const status = now < operation.finishAt ? itemPending : outcome;
		if (shape === 'idOnly') return { id, status };
		return { id: shape === 'same' ? id : `${operation.id}-${index + 1}`, model_id: id, status };
	});
}

export function operationView(operation: StoredOperation, now: number, options: SandboxOptions): Operation {
	return {
		id: operation.id,
		created_at: operation.text,
		type: options.operationVocabulary.type,
		model: operation.model,
		status: statusOf(operation, now, options),
		items: itemsOf(operation, now, options),
	};
}
