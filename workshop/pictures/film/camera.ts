/* eslint-disable */
/**
 * A film of stills: each is a screenshot with the time that it stays. However slow the machine is, the film is the same;
 * the time in which n8n starts or loads is not in it. Subtitles are a strip of their own below the page and hide nothing.
 */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { run, tail } from '../../../test/support/command';
import { installPackages } from '../../n8n/debian';

export const WIDTH = 1440;
export const HEIGHT = 730;
const STRIP = 80;

/** People read subtitles at three words a second, after they have noticed them. */
const readingMs = (text: string) => 1_000 + (text.split(/\s+/).length / 3) * 1_000;

const strip = (text: string) => `<!doctype html><style>
	body { margin: 0; height: ${STRIP}px; background: #101330; color: #fff; font: 600 29px/1.2 sans-serif;
		display: flex; align-items: center; justify-content: center; text-align: center }
</style><body>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`;

/** The left upper corner of what the moving picture of the README shows of the page: all its pictures have one size. */
export interface Corner {
	x: number;
	y: number;
}

const LOOP = { width: 920, height: 500 };

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
	private corner?: Corner;
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
		if (this.corner) await this.crop(this.corner, ms);
	}

	/** What follows is in the loop, too, as seen from this corner, until it is given none. */
	loopFrom(corner?: Corner): void {
		this.corner = corner;
	}

	private async crop(corner: Corner, ms: number): Promise<void> {
		const file = `crop-${String(this.crops.length).padStart(4, '0')}.png`;
		await this.page.screenshot({
			path: join(this.folder, file),
			clip: { ...corner, ...LOOP },
			...SHOOTING,
		});
		this.crops.push({ file, ms });
	}

	/** One picture of the size of the loop, without the pointer. */
	async picture(path: string, corner: Corner): Promise<void> {
		const style = `${SHOOTING.style} #film-pointer { visibility: hidden }`;
		await this.page.screenshot({ path, clip: { ...corner, ...LOOP }, ...SHOOTING, style });
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
			['-f', 'concat', '-i', 'loop.txt', '-vf', `fps=10,${colours}`, '-loop', '0', file],
			this.folder,
		);
		return (await stat(file)).size;
	}
}
