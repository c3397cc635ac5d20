/**
 * The type of the documents of an index, as `createIndex<Product>` takes it, and the
 * names of properties that it permits. With the default, `SearchDocument`, every name
 * is permitted.
 */

/** A document id: a text, or a whole number, which becomes its decimal text. */
export type DocumentId = string | number;

/** The type parameter of an index: any interface or type with an id. */
export interface DocumentType {
  readonly id: DocumentId;
}

/** Properties of a document to change; null removes one. */
export type DocumentPart<Doc = SearchDocument> = { readonly id: DocumentId } & {
  readonly [Name in Exclude<keyof Doc, "id">]?: Doc[Name] | null;
};

/** A document to add. Properties must be valid JSON; `undefined` counts as absent. */
export interface SearchDocument extends DocumentType {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /**
   * In an index with vectors: the embedding of the document, as one vector or
   * several. Not stored among its properties.
   */
  readonly vector?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: with unknown, an interface could not be added
  readonly [property: string]: any;
}

/** The names of the properties of a document itself. */
export type PropertyName<Doc> = string extends keyof Doc ? string : keyof Doc & string;

/**
 * The names of properties of a document; inside an object, or an array of objects, a
 * path with dots, up to four levels deep.
 */
export type PropertyPath<Doc, Level extends number = 3> = string extends keyof Doc
  ? string
  : { [Name in keyof Doc & string]-?: Name | NestedPath<Name, Item<Doc[Name]>, Level> }[keyof Doc &
      string];

/** A function of a geo field, named where a field could be: the metres to a point. */
export type DistanceName<Doc> = string extends keyof Doc
  ? string
  : `distance(${PropertyPath<Doc>}, ${number}, ${number})`;

/** Whether a geo field has a point in a box: its south, west, north and east. */
export type BoxName<Doc> = string extends keyof Doc
  ? string
  : `box(${PropertyPath<Doc>}, ${number}, ${number}, ${number}, ${number})`;

/** The type of the values that a path leads to; of an array, that of its items. */
export type PropertyValue<Doc, Path extends string> = Path extends keyof Doc
  ? Item<Doc[Path]>
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Doc
      ? PropertyValue<Item<Doc[Name]>, Rest>
      : unknown
    : unknown;

type Item<Value> = NonNullable<Value> extends readonly (infer Each)[] ? Each : NonNullable<Value>;

type NestedPath<Name extends string, Value, Level extends number> = [Level] extends [0]
  ? never
  : Value extends Primitive
    ? never
    : Value extends object
      ? `${Name}.${PropertyPath<Value, NextLevel[Level]>}`
      : never;

type Primitive = string | number | boolean | Date | ArrayBufferView;

type NextLevel = [0, 0, 1, 2];
