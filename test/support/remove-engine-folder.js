const { rmSync } = require('node:fs');

module.exports = () => rmSync(process.env.ENGINE_FOLDER, { recursive: true, force: true });
