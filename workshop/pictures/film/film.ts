/* eslint-disable */
/**
 * Makes the film about the first upload and the first consent PDF, from n8n's real editor:
 *
 *     npm run film    docs/film/contact-consent.mp4, and the pictures docs/images/upload.gif and filed.png
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Playground } from '../../playground';
import { ROOT, STATE } from '../../../test/support/paths';
import { PlaygroundError, terminalReport } from '../../n8n/report';
import { openEditor } from '../../e2e/browser';
import { Actor } from './actor';
import { Camera } from './camera';
import { SCENES } from './scenes';
import { setStage } from './stage';

const FILM = join(ROOT, 'docs', 'film', 'contact-consent.mp4');
const LOOP = join(ROOT, 'docs', 'images', 'upload.gif');
const MOST_SECONDS = 180;

async function main(): Promise<void> {
	const report = terminalReport();
	const stage = await setStage(report);
	const editor = await openEditor(stage as unknown as Playground);
	try {
		const camera = await Camera.on(editor.page, join(STATE, 'film-stills'));
		const actor = new Actor(editor.page, camera);
		for (const scene of SCENES) {
			await scene(actor, stage).catch(async (error: unknown) => {
				await editor.page.screenshot({ path: join(STATE, 'film-failed.png') });
				throw error;
			});
			report.line(`${scene.name}: ends at ${Math.round(camera.seconds)} s`);
		}
		if (!(await readdir(stage.folder.documents)).some((name) => /^consents-.+\.pdf$/.test(name)))
			throw new Error('The film shows a stored PDF, but none was stored.');
		await mkdir(join(FILM, '..'), { recursive: true });
		const bytes = await camera.film(FILM);
		const loopBytes = await camera.loop(LOOP);
		report.line(`${FILM}: ${Math.round(camera.seconds)} s, ${Math.round(bytes / 1024)} kB`);
		report.line(`${LOOP}: ${Math.round(loopBytes / 1024)} kB`);
		if (camera.seconds > MOST_SECONDS) throw new Error(`The film is longer than ${MOST_SECONDS} s.`);
	} finally {
		await editor.close();
		await stage.stop();
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof PlaygroundError ? error.message : error);
		process.exit(1);
	},
);
