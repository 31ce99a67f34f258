/* eslint-disable */
/** What runs only in the pinned n8n: the compatibility tests choose an older one by `PLAYGROUND_N8N`. */
const isOlder = Boolean(process.env.PLAYGROUND_N8N);

export const describeInNewestN8n = isOlder ? describe.skip : describe;
export const testInNewestN8n = isOlder ? test.skip : test;
