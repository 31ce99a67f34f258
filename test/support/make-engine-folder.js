const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Where the engines of all workers write; remove-engine-folder.js takes it away. */
module.exports = () => {
	process.env.ENGINE_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
};
