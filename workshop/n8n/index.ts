/* eslint-disable */
/**
 * The n8n that everything here runs on. The setting PLAYGROUND_N8N says which:
 *
 *     (not set)         the npm package that package.json beside this file pins
 *     <folder>          the npm package that the package.json in that folder pins
 *     docker            the Docker image of the pinned version
 *     docker:<image>    that image
 */
import { resolve } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { fromDocker } from './docker';
import { fromNpm } from './npm';
import type { N8n } from './n8n';
import { N8N_DIR } from './paths';

export type { N8n };

/** The n8n that the setting names. */
export function chosenN8n(setting = process.env.PLAYGROUND_N8N ?? ''): N8n {
	const [kind, ...image] = setting.split(':');
	if (kind === 'docker') return fromDocker(image.join(':'));
	return fromNpm(setting ? resolve(ROOT, setting) : N8N_DIR);
}
