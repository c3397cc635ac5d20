/**
 * Checks that a document can be indexed: its id, texts, vectors and field values.
 *
 * A field may hold any value that survives a round trip through JSON. Everything else is rejected
 * with the path of the value and the rule it breaks, so nothing is dropped or changed silently.
 */

import type { JsonValue } from "../../collection/document.ts";
import { isWellFormed } from "../../common/bytes/index.ts";
import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { QuantisedVectors } from "../../dense/vectors/quantised-vectors.ts";
import { checkVectors, type InputVector } from "../../dense/vectors/vector-settings.ts";
import type { IndexSettings } from "../commits/commit.ts";
import { checkValues } from "../schema/index.ts";

/**
 * A document as an index accepts it. Without a `text`, its fields of type string are searched, in
 * their order.
 */
export interface IndexableDocument {
  readonly id: string;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly fields?: Readonly<Record<string, JsonValue | undefined>>;
  /**
   * The embedding of the document: one vector, or several, of which the nearest counts. Vectors
   * need not be normalised.
   */
  readonly vectors?: readonly InputVector[] | undefined;
  /** Instead of `vectors`: the rows of the document in another index, which are stored as they are. */
  readonly vectorRows?: Pick<QuantisedVectors, "codes" | "scales"> | undefined;
}

/** In UTF-16 units; long enough for any URL. */
const MAX_ID_LENGTH = 2048;
/**
 * Maximum length of all texts of a document together, in UTF-16 units. A book has a few million.
 */
export const MAX_DOCUMENT_CHARACTERS: number = 1 << 26;

const NO_FIELDS: NonNullable<IndexableDocument["fields"]> = {};

/**
 * Throws if a document cannot be stored, or does not match the schema or the vectors of the index.
 * Returns its approximate number of characters.
 */
export function checkDocument(
  document: IndexableDocument,
  { schema, vectors }: Pick<IndexSettings, "schema" | "vectors"> = {},
): number {
  const { id, title, text, fields = NO_FIELDS } = document;
  checkId(id);
  if (text === undefined && document.fields === undefined && schema === undefined) {
    throw badArgument(`document ${quote(id)} has neither a text nor fields`);
  }
  let size =
    checkTextLength(id, "title", title, fields) + checkTextLength(id, "text", text, fields);
  for (const name of Object.keys(fields)) {
    checkFieldName(id, name);
    const value = fields[name];
    if (value === undefined) continue;
    if (value === null && schema?.find(name) !== undefined) continue; // absent
    if ((name === "title" || name === "text") && typeof value !== "string") {
      throw notTextError(id, name, value);
    }
    size += checkFieldValue(id, name, value);
  }
  if (size > MAX_DOCUMENT_CHARACTERS) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `document ${quote(id)} has ${size} characters, the most allowed is ${MAX_DOCUMENT_CHARACTERS}`,
      { id, size, limit: MAX_DOCUMENT_CHARACTERS },
    );
  }
  if (schema !== undefined) checkValues(id, document, schema);
  if (document.vectors !== undefined) {
    checkVectors(`document ${quote(id)}`, document.vectors, vectors);
  }
  return size;
}

/** Checks the title or the text of a document and returns its length. */
function checkTextLength(
  id: string,
  name: "title" | "text",
  value: unknown,
  fields: Readonly<Record<string, unknown>>,
): number {
  if (value === undefined) return 0;
  if (typeof value !== "string") {
    throw notTextError(id, name, value);
  }
  if (Object.hasOwn(fields, name)) {
    throw badArgument(
      `document ${quote(id)}: ${quote(name)} is given twice, once among its fields`,
    );
  }
  return value.length;
}

function notTextError(id: string, name: string, value: unknown): TermwiseError {
  const actual =
    typeof value === "number" || typeof value === "boolean" ? value : describeKind(value);
  return badArgument(`document ${quote(id)}: ${quote(name)} must be a text, got ${actual}`);
}

function describeKind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `an ${typeof value}`;
}

/** Throws for an id that no document may have. */
export function checkId(id: unknown): asserts id is string {
  if (typeof id !== "string") {
    throw badArgument(`a document id must be a text, got ${id === null ? "null" : typeof id}`);
  }
  const problem = describeBadId(id);
  if (problem !== undefined) throw badArgument(problem);
}

/** The rule that an id breaks. */
export function describeBadId(id: string): string | undefined {
  if (isPlainId(id)) return undefined;
  if (!isWellFormed(id)) {
    return `a document id must not contain a lone surrogate, got ${quote(id)}`;
  }
  return id === "" || /\s/.test(id) || id.length > MAX_ID_LENGTH
    ? `a document id must be 1 to ${MAX_ID_LENGTH} characters without white space, got ${quote(id)}`
    : undefined;
}

/** Whether an id is short and has only visible ASCII characters, as nearly all have. */
function isPlainId(id: string): boolean {
  if (id.length === 0 || id.length > 64) return false;
  for (let i = 0; i < id.length; i++) {
    const unit = id.charCodeAt(i);
    if (unit <= 0x20 || unit >= 0x7f) return false;
  }
  return true;
}

/** Deeper values are mistakes, or attempts to exhaust the stack. */
export const MAX_VALUE_DEPTH = 100;

/**
 * Checks a value and returns its approximate number of characters. `id` is the id of the document.
 */
export function checkFieldValue(id: string, path: string, value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length;
  if (typeof value === "boolean" || value === null) return 5;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return 16;
    throw fieldError(id, path, `numbers must be finite, got ${value}`);
  }
  if (typeof value !== "object")
    throw fieldError(id, path, `${describeUnsupported(value)} cannot be stored`);
  if (depth >= MAX_VALUE_DEPTH) {
    throw fieldError(
      id,
      path,
      `it is nested more than ${MAX_VALUE_DEPTH} deep, or contains itself`,
    );
  }
  let size = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      size += checkFieldValue(id, `${path}[${i}]`, value[i], depth + 1);
    }
    return size;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const kind = value.constructor?.name ?? "an object of a class";
    throw fieldError(id, path, `${kind} cannot be stored; only plain objects and arrays can`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw fieldError(id, path, "a property whose name is a symbol cannot be stored");
  }
  for (const [name, inner] of Object.entries(value)) {
    checkFieldName(id, name, `${path}.${name}`);
    if (inner === undefined) continue; // dropped by JSON as well
    size += name.length + checkFieldValue(id, `${path}.${name}`, inner, depth + 1);
  }
  return size;
}

/** Checks the name of a field or of a nested property. */
export function checkFieldName(id: string, name: string, path: string = name): void {
  if (name === "__proto__") {
    throw fieldError(id, path, 'a field must not be named "__proto__"');
  }
  if (validNameCache.has(name)) return;
  if (/^\p{Cc}|\p{Cs}/u.test(name)) {
    throw fieldError(
      id,
      path,
      "a name must be well-formed text that does not begin with a control character",
    );
  }
  if (validNameCache.size < MAX_CACHED_NAMES) validNameCache.add(name);
}

/** Names that passed. Documents share few names. */
const validNameCache = new Set<string>();
const MAX_CACHED_NAMES = 256;

function describeUnsupported(value: unknown): string {
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

function fieldError(id: string, path: string, rule: string): TermwiseError {
  return badArgument(`document ${quote(id)}, field ${quote(path)}: ${rule}`, { field: path });
}
