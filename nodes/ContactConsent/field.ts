import type { IDataObject, INodeProperties } from 'n8n-workflow';

type Frozen<T> =
	T extends ReadonlyArray<infer Entry>
		? ReadonlyArray<Frozen<Entry>>
		: T extends object
			? { readonly [Key in keyof T]: Frozen<T[Key]> }
			: T;

/** A row of a dropdown. */
export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

type Kind<Type extends string, Default, Options = undefined> = {
	readonly type: Type;
	/** Of an option: what it is when it is added. */
	readonly default: Default;
	/** Of an option: what holds without it, where that is not the same. */
	readonly absent?: Default;
} & (Options extends undefined ? { readonly options?: undefined } : { readonly options: Options });

/** What is beside n8n's own declaration of a field. */
interface More {
	/** It narrows down what comes out: an expression that leaves it empty is refused. Of a collection: all in it. */
	readonly narrows?: true;
	/** Its default is the most that may be chosen: an expression that gives nothing is refused. */
	readonly widest?: true;
}

/** A parameter, declared `as const`, so that what is read of it has the name, the type and the values declared here. */
export type Field = Frozen<Omit<INodeProperties, 'type' | 'default' | 'options'>> &
	More &
	(
		| Kind<'boolean', boolean>
		| Kind<'number', number>
		| Kind<'string' | 'dateTime' | 'json' | 'notice', string>
		| Kind<'options', string, readonly Choice[]>
		| Kind<'multiOptions', readonly string[], readonly Choice[]>
		| Kind<'collection', Readonly<Record<string, never>>, Fields>
		| Kind<'resourceLocator', { readonly mode: string; readonly value: string }>
		| Kind<'resourceMapper', { readonly mappingMode: string; readonly value: null }>
	);

export type Fields = readonly Field[];

/** The columns of a resource mapper: those of the input item as they come, or mapped one by one. */
export type Mapping = { automatic: true } | { automatic: false; columns: IDataObject };

type ValueOf<Of> = Of extends { type: 'boolean' }
	? boolean
	: Of extends { type: 'number' }
		? number
		: Of extends { type: 'string' | 'resourceLocator' }
			? string
			: Of extends { type: 'dateTime' }
				? string | undefined
				: Of extends { type: 'options'; options: ReadonlyArray<{ value: infer Value }> }
					? Value
					: Of extends { type: 'multiOptions'; options: ReadonlyArray<{ value: infer Value }> }
						? Value[]
						: Of extends { type: 'collection'; options: infer Options extends Fields }
							? Values<Options>
							: Of extends { type: 'resourceMapper' }
								? Mapping
								: unknown;

/**
 * What fields hold, read and checked: a date as UTC ISO 8601 (`undefined` where it is empty), JSON parsed, a resource
 * locator as its ID. A field with display options is `undefined` where it is not shown.
 */
export type Values<Of extends Fields> = {
	[Each in Of[number] as Each['type'] extends 'notice' ? never : Each['name']]: Each extends {
		displayOptions: object;
	}
		? ValueOf<Each> | undefined
		: ValueOf<Each>;
};
