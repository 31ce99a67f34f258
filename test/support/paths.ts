/* eslint-disable */
import { join, resolve } from 'node:path';

/** The checkout. */
export const ROOT = resolve(__dirname, '..', '..');

/** All files that the playground and the tests write: n8n's user folders, logs, the packed package. Never committed. */
export const STATE = join(ROOT, '.playground');
