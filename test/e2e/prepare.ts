/* eslint-disable */
import { installN8n } from '../../playground/install';
import { packPackage } from '../../playground/pack';
import { PLAYGROUND } from '../../playground/paths';
import { quietReport } from '../../playground/report';
import { provideChromium } from './browser';

/** What two files at once must not both do: install n8n and Chromium, and pack the package. */
export default async function prepare(): Promise<void> {
	await installN8n(process.env.E2E_N8N_DIR ?? PLAYGROUND, quietReport);
	await packPackage(quietReport);
	// Other versions of n8n are tried without their editor.
	if (!process.env.E2E_N8N_DIR) await provideChromium();
}
