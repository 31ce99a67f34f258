/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * A film of stills: each is a screenshot with the time that it stays. However slow the machine is, the film is the same;
 * the time in which n8n starts or loads is not in it. Subtitles are a strip of their own below the page and hide nothing.
 */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { run, tail } from '../../playground/command';
import { installPackages } from '../../playground/debian';

export const WIDTH = 1440;
export const HEIGHT = 730;
const STRIP = 80;

/** People read subtitles at three words a second, after they have noticed them. */
const readingMs = (text: string) => 1_000 + (text.split(/\s+/).length / 3) * 1_000;

const strip = (text: string) => `<!doctype html><style>
	body { margin: 0; height: ${STRIP}px; background: #101330; color: #fff; font: 600 29px/1.2 sans-serif;
		display: flex; align-items: center; justify-content: center; text-align: center }
</style><body>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`;

/** A part of the page for the moving picture of the README: all of them have the same size. */
export interface Crop {
	/** The left edge. */
	x: number;
	ms: number;
}

const CROP = { y: 25, width: 920, height: 500 };

/** What passes is no part of a picture: notices, tooltips, the cursor. */
const SHOOTING = {
	animations: 'disabled',
	caret: 'hide',
	style: '.el-notification, [role=tooltip] { visibility: hidden !important }',
} as const;

interface Still {
	picture: string;
	subtitle: string;
	ms: number;
}

async function ffmpeg(args: string[], folder: string): Promise<void> {
	const call = async () => await run('ffmpeg', ['-y', '-loglevel', 'error', ...args], { cwd: folder });
	const first = await call().catch(async () => {
		await installPackages(['ffmpeg'], 'ffmpeg makes the film of the pictures. Install it.');
		return await call();
	});
	if (first.code !== 0) throw new Error(`ffmpeg failed.\n${tail(first.output, 10)}`);
}

/** What ffmpeg's concat demuxer reads; it wants the last picture twice. */
const playlist = (entries: Array<{ file: string; ms: number }>) =>
	[
		...entries.map(({ file, ms }) => `file '${file}'\nduration ${(ms / 1_000).toFixed(3)}`),
		`file '${entries.at(-1)?.file}'`,
	].join('\n');

export class Camera {
	private readonly stills: Still[] = [];
	private readonly crops: Array<{ file: string; ms: number }> = [];
	private subtitle = '';
	private shownMs = 0;
	private strips = 0;

	private constructor(
		private readonly page: Page,
		private readonly strip: Page,
		private readonly folder: string,
	) {}

	static async on(page: Page, folder: string): Promise<Camera> {
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await page.setViewportSize({ width: WIDTH, height: HEIGHT });
		const strip = await page.context().newPage();
		await strip.setViewportSize({ width: WIDTH, height: STRIP });
		await page.bringToFront();
		return new Camera(page, strip, folder);
	}

	get seconds(): number {
		return this.stills.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
	}

	/** The next subtitle; the one before stays until people have read it. */
	async say(text: string): Promise<void> {
		this.finishSubtitle();
		this.subtitle = `strip-${++this.strips}.png`;
		this.shownMs = -readingMs(text);
		await this.strip.setContent(strip(text));
		await this.strip.screenshot({ path: join(this.folder, this.subtitle) });
	}

	private finishSubtitle(): void {
		const last = this.stills.at(-1);
		if (last && this.shownMs < 0) last.ms -= this.shownMs;
	}

	async still(ms: number): Promise<void> {
		const picture = `still-${String(this.stills.length).padStart(4, '0')}.png`;
		await this.page.screenshot({ path: join(this.folder, picture), ...SHOOTING });
		this.stills.push({ picture, subtitle: this.subtitle, ms });
		this.shownMs += ms;
	}

	/** Another picture of the loop. */
	async crop({ x, ms }: Crop): Promise<void> {
		const file = `crop-${this.crops.length}.png`;
		await this.page.screenshot({ path: join(this.folder, file), clip: { x, ...CROP }, ...SHOOTING });
		this.crops.push({ file, ms });
	}

	/** The film as it is now; returns its size in bytes. */
	async film(file: string): Promise<number> {
		this.finishSubtitle();
		const { folder, stills } = this;
		await writeFile(
			join(folder, 'stills.txt'),
			playlist(stills.map(({ picture, ms }) => ({ file: picture, ms }))),
		);
		await writeFile(
			join(folder, 'strips.txt'),
			playlist(stills.map(({ subtitle, ms }) => ({ file: subtitle, ms }))),
		);
		const inputs = ['stills.txt', 'strips.txt'].flatMap((list) => ['-f', 'concat', '-i', list]);
		const filter = '[0]fps=10[page];[1]fps=10[strip];[page][strip]vstack,scale=1280:720:flags=lanczos';
		const codec = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '27', '-tune', 'animation'];
		const portable = ['-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
		await ffmpeg([...inputs, '-filter_complex', filter, ...codec, ...portable, file], folder);
		return (await stat(file)).size;
	}

	/** The moving picture; returns its size in bytes. */
	async loop(file: string): Promise<number> {
		await writeFile(join(this.folder, 'loop.txt'), playlist(this.crops));
		const colours = 'split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none';
		await ffmpeg(
			['-f', 'concat', '-i', 'loop.txt', '-vf', `fps=2,${colours}`, '-loop', '0', file],
			this.folder,
		);
		return (await stat(file)).size;
	}
}
