const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** The folder of the engines of all workers. remove-engine-folder.js deletes it. */
module.exports = () => {
	process.env.ENGINE_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
};
