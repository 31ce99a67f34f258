/**
 * The tests' own runtime, with n8n-core and its companions from the folder in COMPAT_CORE. n8n compares classes by
 * identity, so the tests, n8n-core and the built nodes get one copy of each, whoever asks for it.
 */
const Module = require('node:module');
const { join } = require('node:path');

const SHARED = ['@n8n/backend-common', '@n8n/di', 'n8n-core', 'n8n-workflow', 'reflect-metadata'];
const folder = process.env.COMPAT_CORE;

if (folder) {
	const { _resolveFilename: resolve } = Module;
	const paths = [join(__dirname, folder, 'node_modules')];
	Module._resolveFilename = function (request, parent, isMain, options) {
		const isShared = SHARED.some((name) => request === name || request.startsWith(`${name}/`));
		return resolve.call(this, request, parent, isMain, isShared ? { ...options, paths } : options);
	};
}

module.exports = require('../../test/support/shared-runtime');
