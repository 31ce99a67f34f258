/** Checks how an example looks to a person who opens it for the first time. */
import { exampleNames } from '../../examples';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-canvases');

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const overlap = (a: Box, b: Box): boolean =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

for (const name of exampleNames)
	inEditor(editor, `${name}: each note shows its whole text and covers no node`, async () => {
		const { page, playground } = editor();
		await page.goto(`${playground.url}/workflow/${playground.workflows[name] ?? ''}`);
		await page.getByTestId('sticky').first().waitFor();
		const cutOff = await page
			.getByTestId('sticky')
			.evaluateAll((notes) =>
				(notes as unknown as Array<{ innerText: string; firstElementChild: Record<string, number> }>)
					.filter(({ firstElementChild: text }) => (text.scrollHeight ?? 0) > (text.clientHeight ?? 0))
					.map(({ innerText }) => innerText.split('\n')[0]),
			);
		expect(cutOff).toEqual([]);

		const boxes = async (test: string): Promise<Box[]> =>
			await page.getByTestId(test).evaluateAll((elements) =>
				(
					elements as unknown as Array<{
						innerText: string;
						getBoundingClientRect(): Omit<Box, 'name'>;
					}>
				).map((element) => {
					const { left, top, right, bottom } = element.getBoundingClientRect();
					return { name: element.innerText.split('\n')[0] ?? '', left, top, right, bottom };
				}),
			);
		const notes = await boxes('sticky');
		const nodes = await boxes('canvas-node');
		expect(nodes.length).toBeGreaterThan(notes.length);
		const covered = notes.flatMap((note) =>
			nodes
				.filter((node) => node.name !== note.name && overlap(note, node))
				.map((node) => [note.name, node.name]),
		);
		expect(covered).toEqual([]);
	});
