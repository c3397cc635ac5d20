/** The records of a collection: documents, queries, judgements. */

/** The value of a field: any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A document to be found. */
export interface Document {
  /** Unique in its collection, not empty, without white space. */
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  /** Further fields by name: author, url, … */
  readonly fields?: Readonly<Record<string, JsonValue>>;
}

/** A query. */
export interface Query {
  readonly id: string;
  /** The text that a user would enter. For a TREC topic, its title. */
  readonly text: string;
  /** Longer forms of the same need: a TREC topic's `description` and `narrative`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Documents that never count as answers, such as the source of the query. */
  readonly exclude?: readonly string[];
}

/** How relevant a document is to a query. */
export interface Judgement {
  readonly query: string;
  readonly document: string;
  /** Above 0: relevant, higher is more relevant. 0: not relevant. Below 0: in the pool but not judged. */
  readonly grade: number;
}

/** The value of a field in formats that contain only text. */
export function toFieldText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Creates a document without empty parts. */
export function createDocument(
  id: string,
  title: string,
  text: string,
  fields: Readonly<Record<string, JsonValue>> = {},
): Document {
  for (const _ in fields) return title === "" ? { id, text, fields } : { id, title, text, fields };
  return title === "" ? { id, text } : { id, title, text };
}
