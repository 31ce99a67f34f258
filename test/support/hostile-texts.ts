/** Texts of other people that would do harm if they were read as HTML, Markdown or a formula. */

/** A name that is in all of the texts, and exists nowhere outside this machine. */
export const MARK = 'evil';
const HOST = 'https://evil.example';

const html = [
	`<img src="${HOST}/1.gif">`,
	`<img src=x onerror="fetch('${HOST}/2')">`,
	`<a href="${HOST}/3">evil: session expired, log in again</a>`,
	`<input name="evil" placeholder="Password" autofocus>`,
	`<input type=image src="${HOST}/6.gif">`,
	`<form action="${HOST}/7"><button>evil</button></form>`,
	`<iframe src="${HOST}/8"></iframe>`,
	`<script>window.evil = 1</script>`,
	`<svg onload="window.evil=1"><a href="${HOST}/9"><text>evil</text></a></svg>`,
	`<style>@import "${HOST}/10.css"</style>`,
	`<meta http-equiv=refresh content="0;url=${HOST}/12">`,
	`<video poster="${HOST}/15.gif"></video>`,
	`<picture><source srcset="${HOST}/17.gif"><img></picture>`,
	`<div style="background:url(${HOST}/18.gif)">evil</div>`,
	`<b>evil</b> <strong>evil</strong> <h1>evil</h1>`,
	`<!-- evil --><img src="${HOST}/19.gif">`,
	`"><img src="${HOST}/22.gif">`,
	`\`><img src="${HOST}/24.gif">`,
	`<img\nsrc="${HOST}/26.gif">`,
	`<img src="${HOST}/28.gif"`,
	`&lt;img src=&quot;${HOST}/29.gif&quot;&gt;`,
	`&#x3c;img src="${HOST}/31.gif"&#x3e;`,
	`<a href="javascript:window.evil=1">evil</a>`,
	`<a href="data:text/html,evil">evil</a>`,
];

const markdown = [
	`[evil](${HOST}/40)`,
	`![evil](${HOST}/41.gif)`,
	`[![evil](${HOST}/42.gif)](${HOST}/43)`,
	`<${HOST}/44>`,
	`[evil]: ${HOST}/45`,
	`# evil`,
	`**evil** __evil__ *evil*`,
	`\`evil\``,
	`\`\`\`evil\`\`\``,
	`~~evil~~`,
];

const links = [
	`${HOST}/50`,
	`http://evil.example/51`,
	`www.evil.example`,
	`evil.example/52`,
	`//evil.example/53`,
	`mailto:evil@evil.example`,
	`javascript:window.evil=1//`,
	`data:text/html,<b>evil</b>`,
	`file:///evil`,
	`evil@evil.example`,
];

const unseen = [
	'evil\u0000null',
	'evil\u0007bell',
	'evil\u001b[31mred\u001b[0m',
	'evil\r\nX-Evil: 1',
	'evil\ttab',
	'evil\u2028line\u2029paragraph',
	'evil\u202egnp.exe',
	'\u202devil\u202c',
	'evil\u2066turned\u2069',
	'\u200fevil\u200e',
	'evil\u061c',
	'evil\ud800half',
	'evil\u0085next',
	'evil\u009bcontrol',
	'e\u200bv\u200bi\u200bl evil',
];

/** Formulas and mentions do harm in files and chats; test/contract/recipesWithOthersText tests them. */
const expressions = [`={{ $env.evil }}`, `{{ $json.evil }}`, `\${evil} #{evil} <%= evil %>`];

export const HOSTILE_TEXTS = [...html, ...markdown, ...links, ...unseen, ...expressions];
