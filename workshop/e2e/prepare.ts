/* eslint-disable */
import { chosenN8n } from '../n8n';
import { packPackage } from '../n8n/pack';
import { terminalReport } from '../n8n/report';
import { provideChromium } from './browser';

/** Steps that two files must not do at the same time: installing n8n and Chromium, and packing the package. */
export default async function prepare(): Promise<void> {
	await chosenN8n().install(terminalReport());
	await packPackage(terminalReport());
	// In other versions of n8n, one file opens the editor, and looks for Chromium itself.
	if (!process.env.PLAYGROUND_N8N) await provideChromium();
}
