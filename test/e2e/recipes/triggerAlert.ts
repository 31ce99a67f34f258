import { finished } from '../../../playground/executions';
import { published } from '../../../playground/provision';
import { eventually } from '../playground';
import { jsonOf, type Stage, succeeded } from './stage';

/** A published trigger whose service refuses: the error workflow says so, once. */
export function triggerAlertTests(stage: Stage): void {
	test('a failing trigger: one alert with the reason, although it fails at every poll', async () => {
		const { api, sandbox } = stage.playground();
		const alerts = stage.idOf('alert-when-trigger-fails');
		const watched = stage.idOf('consent-documents-to-files');
		const { settings } = await api.workflow(watched);
		await api.updateWorkflow(watched, { settings: { ...(settings as object), errorWorkflow: alerts } });
		// Published again as it runs, n8n keeps the running trigger, and with it the settings of before.
		await api.unpublish(watched);
		await api.publish(watched);
		await published(api, watched);
		const inMode = async (id: string, mode: string) =>
			(await api.executions(id)).filter((execution) => execution.mode === mode);
		const failures = async () =>
			(await api.executions(watched)).filter(({ status }) => status === 'error').length;
		sandbox.faults.add({ path: '/events*', times: Infinity, status: 401 });
		try {
			const before = await failures();
			const arrival = await eventually(
				async () => (await inMode(alerts, 'webhook')).at(0),
				'the alert',
				// On a busy machine, n8n's task runner lets a few polls pass.
				400_000,
			);
			const [alert] = jsonOf(succeeded(await finished(api, arrival.id)), 'Alert');
			expect(alert?.text).toMatch(/^The workflow "Consent documents to files" failed: .*key/s);
			await eventually(
				async () => (await failures()) >= before + 2 || undefined,
				'a second failed poll',
				180_000,
			);
			expect(await inMode(alerts, 'webhook')).toHaveLength(1);
		} finally {
			sandbox.faults.clear();
		}
	}, 700_000);
}
