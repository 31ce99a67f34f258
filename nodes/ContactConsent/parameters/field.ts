import type { IDataObject, INodeProperties } from 'n8n-workflow';

type Frozen<T> =
	T extends ReadonlyArray<infer Entry>
		? ReadonlyArray<Frozen<Entry>>
		: T extends object
			? { readonly [Key in keyof T]: Frozen<T[Key]> }
			: T;

/** An entry of a dropdown. */
export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

type Kind<Type extends string, Default, Options = undefined> = {
	readonly type: Type;
	/** For an option of a collection: its value when a person adds it. */
	readonly default: Default;
	/** For an option of a collection: the value that counts without it, if that is not the default. */
	readonly absent?: Default;
} & (Options extends undefined ? { readonly options?: undefined } : { readonly options: Options });

/** What these nodes add to n8n's own declaration of a field. */
interface More {
	/**
	 * A filter of the output: an expression that leaves it empty is refused. On a collection, this holds for all its
	 * options.
	 */
	readonly narrows?: true;
	/** A choice whose default lets the most through: an expression that gives nothing is refused. */
	readonly widest?: true;
	/** A date: a day without a time stays a day, because the operation decides whether its beginning or end is meant. */
	readonly keepsDay?: true;
	/** A field that counts for all rows is compared for each of them, and not only for the first and the last. */
	readonly comparesEachRow?: true;
	/** An ID: it is trimmed and, if it is required, must be able to stand in the path of a request. */
	readonly isId?: true;
	/** A required text: the advice if nothing was entered. */
	readonly whenEmpty?: string;
}

/** The only group of a fixed collection: a person may add it several times. */
interface Several {
	readonly name: 'values';
	readonly displayName: string;
	readonly values: Fields;
}

/** A parameter. It is declared `as const`, so that the compiler knows its name, type and values. */
export type Field = Frozen<Omit<INodeProperties, 'type' | 'default' | 'options'>> &
	More &
	(
		| Kind<'boolean', boolean>
		| Kind<'number', number>
		| Kind<'string' | 'dateTime' | 'json' | 'notice', string>
		| Kind<'options', string, readonly Choice[]>
		| Kind<'multiOptions', readonly string[], readonly Choice[]>
		| Kind<'collection', Readonly<Record<string, never>>, Fields>
		| Kind<'fixedCollection', Readonly<Record<string, never>>, readonly [Several]>
		| Kind<'resourceLocator', { readonly mode: string; readonly value: string }>
		| Kind<'resourceMapper', { readonly mappingMode: string; readonly value: null }>
	);

export type Fields = readonly Field[];

/** The columns of a resource mapper: taken from the input item, or mapped one by one. */
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
							: Of extends {
										type: 'fixedCollection';
										options: readonly [{ values: infer Each extends Fields }];
								  }
								? Array<Values<Each>>
								: Of extends { type: 'resourceMapper' }
									? Mapping
									: unknown;

/**
 * The values of fields, read and checked. A date is UTC ISO 8601 (`undefined` if it is empty), JSON is parsed, a
 * resource locator is its ID. A field with display options is `undefined` while it is hidden.
 */
export type Values<Of extends Fields> = {
	[Each in Of[number] as Each['type'] extends 'notice' ? never : Each['name']]: Each extends {
		displayOptions: object;
	}
		? ValueOf<Each> | undefined
		: ValueOf<Each>;
};
