import { published, unpublished } from '../../playground/provision';
import { eventually } from '../playground';
import type { Stage } from './stage';

/** The service refuses the polls of a published trigger. The error workflow reports it as soon as it can. */
export function triggerAlertTests(stage: Stage): void {
	/** Sends the alert to an address where nobody answers, like a chat service that is down. Returns what mends it. */
	async function withoutWayOut(alerts: string): Promise<() => Promise<void>> {
		const { api } = stage.playground();
		const { nodes, active } = await api.workflow(alerts);
		const publishWith = async (changed: typeof nodes) => {
			await api.updateWorkflow(alerts, { nodes: changed });
			// n8n 1 runs an error workflow without activation, and refuses to activate it.
			if (!active) return;
			await api.publish(alerts);
			await published(api, alerts);
		};
		const broken = nodes.map((node) =>
			node.name === 'Send Alert'
				? { ...node, parameters: { ...node.parameters, url: 'http://127.0.0.1:9' } }
				: node,
		);
		await publishWith(broken);
		return async () => await publishWith(nodes);
	}

	test('a failing trigger: one alert with the reason, although every poll fails and the first alert cannot be sent', async () => {
		const { api, mail, sandbox } = stage.playground();
		const alerts = stage.idOf('alert-when-trigger-fails');
		const watched = stage.idOf('consent-pdfs-to-files');
		const { settings } = await api.workflow(watched);
		await api.updateWorkflow(watched, { settings: { ...(settings as object), errorWorkflow: alerts } });
		// n8n reads a workflow's settings when it starts the trigger.
		await api.unpublish(watched);
		await unpublished(api, watched);
		await api.publish(watched);
		await published(api, watched);
		const inMode = async (id: string, mode: string) =>
			(await api.executions(id)).filter((execution) => execution.mode === mode);
		const failures = async () =>
			(await api.executions(watched)).filter(({ status }) => status === 'error').length;
		const mend = await withoutWayOut(alerts);
		sandbox.faults.add({ path: '/events*', times: Infinity, status: 401 });
		try {
			await eventually(
				async () => (await inMode(alerts, 'error')).find(({ status }) => status === 'error'),
				'an alert that could not be sent',
				200_000,
			);
			await mend();
			const before = await failures();
			const arrived = () => mail.alerts.filter((text) => text.startsWith('The workflow '));
			const alert = await eventually(
				() => Promise.resolve(arrived().at(0)),
				'the alert',
				// On a busy machine a few polls pass until n8n's task runner is ready.
				400_000,
			);
			expect(alert).toMatch(/^The workflow "Consent PDFs to files" failed: .*key/s);
			await eventually(
				async () => (await failures()) >= before + 2 || undefined,
				'a second failed poll',
				180_000,
			);
			expect(arrived()).toHaveLength(1);
		} finally {
			sandbox.faults.clear();
		}
	}, 700_000);
}
