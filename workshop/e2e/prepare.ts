/* eslint-disable */
import { installN8n } from '../n8n/install';
import { packPackage } from '../n8n/pack';
import { N8N_DIR } from '../n8n/paths';
import { quietReport } from '../n8n/report';
import { provideChromium } from './browser';

/** What two files at once must not both do: install n8n and Chromium, and pack the package. */
export default async function prepare(): Promise<void> {
	await installN8n(process.env.E2E_N8N_DIR ?? N8N_DIR, quietReport);
	await packPackage(quietReport);
	// Other versions of n8n are tried without their editor.
	if (!process.env.E2E_N8N_DIR) await provideChromium();
}
