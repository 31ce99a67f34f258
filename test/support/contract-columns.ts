/**
 * The columns of an upload as the contract has them, from the models of the sandbox's differential test. That test is
 * an independent writing of the contract, so nothing here comes from the nodes.
 */
import { MODELS, REQUIRED, type Shape } from '../../sandbox/test/differential/contract';

type Model = Record<string, Shape>;

/** Shown when a contact is read, and absent from its upload. */
const ONLY_READ: Record<string, string[]> = { Contact: ['tags'], Employee: [] };

const modelOf = (name: string): Model => MODELS[name] ?? {};

/** The fields of a contact's section. The parts of its address stand beside the lists. */
const partsOf = (section: Model): string[] =>
	Object.entries(section).flatMap(([name, shape]) =>
		name === 'addresses' && typeof shape === 'object' && 'list' in shape
			? Object.keys(modelOf(shape.list))
			: [name],
	);

function columnsOf(model: string): string[] {
	const fields = Object.entries(modelOf(model)).filter(([name]) => !ONLY_READ[model]?.includes(name));
	const parts = fields.flatMap(([name, shape]) => {
		if (!name.startsWith('section_') || typeof shape !== 'object' || !('model' in shape)) return [];
		return partsOf(modelOf(shape.model)).map((part) => `${name.replace('section_', '')}_${part}`);
	});
	return [...fields.map(([name]) => name), ...parts];
}

export const CONTACT_COLUMNS = columnsOf('Contact');
export const EMPLOYEE_COLUMNS = columnsOf('Employee');
/** What can be selected of a record that was read: its own fields. Parts of a section come with the section. */
export const CONTACT_FIELDS = Object.keys(modelOf('Contact'));
export const EMPLOYEE_FIELDS = Object.keys(modelOf('Employee'));
export const REQUIRED_CONTACT_COLUMNS = REQUIRED['POST /contacts'] ?? [];
export const REQUIRED_EMPLOYEE_COLUMNS = REQUIRED['POST /employees'] ?? [];
