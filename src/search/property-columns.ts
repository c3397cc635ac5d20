/**
 * The values of one property for all documents of a segment, in memory.
 *
 * Made from the stored fields when a filter first asks for the property, once
 * for each segment: about the time that reading all stored fields takes (a
 * second for a million small documents), with pauses so that others can work.
 * Takes four bytes for each value and the distinct values themselves.
 */

import type { JsonValue } from "../collection/document.ts";
import { GrowingWords } from "../common/bytes/index.ts";
import type { StoredFields } from "../index/index.ts";
import type { Segment } from "../index/segments/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { Scalar } from "./filter.ts";

/** How long reading goes on before others get a turn, in ms. */
const LONGEST_TURN = 10;
/** Documents between two looks at the clock. */
const DOCUMENTS_PER_LOOK = 256;

export class PropertyColumn {
  readonly #distinct: readonly Scalar[];
  readonly #values: Uint32Array;
  readonly #ends: Uint32Array;

  /** `values` are numbers in `distinct`; those of document d end at `ends[d]`. */
  constructor(distinct: readonly Scalar[], values: Uint32Array, ends: Uint32Array) {
    this.#distinct = distinct;
    this.#values = values;
    this.#ends = ends;
  }

  /** Adds `base` + each document that has a value for which `test` is true. */
  addMatches(test: (value: Scalar) => boolean, base: number, out: DocumentSet): void {
    const passes = this.#distinct.map(test);
    let at = 0;
    for (let document = 0; document < this.#ends.length; document++) {
      const end = this.#ends[document] as number;
      let isMatch = false;
      for (; at < end; at++) isMatch ||= passes[this.#values[at] as number] as boolean;
      if (isMatch) out.add(base + document);
    }
  }
}

const known = new WeakMap<Segment, Map<string, Promise<PropertyColumn>>>();

/** The columns of properties, by path. Those that are not known yet are read in one pass. */
export async function propertyColumns(
  segment: Segment,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PropertyColumn>> {
  const columns = known.get(segment) ?? new Map<string, Promise<PropertyColumn>>();
  known.set(segment, columns);
  const missing = [...new Set(paths)].filter((path) => !columns.has(path));
  if (missing.length > 0) {
    const read = readColumns(segment, missing);
    for (const path of missing) {
      const column = read.then((made) => made.get(path) as PropertyColumn);
      columns.set(path, column);
      column.catch(() => columns.delete(path)); // told to whoever asked; the next one tries again
    }
  }
  const found = new Map<string, PropertyColumn>();
  for (const path of paths) found.set(path, await (columns.get(path) as Promise<PropertyColumn>));
  return found;
}

async function readColumns(
  segment: Segment,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PropertyColumn>> {
  const builders = paths.map((path) => ({ path, builder: new ColumnBuilder() }));
  const onlyIds = paths.every((path) => path === "id");
  const stored = onlyIds ? undefined : await segment.stored();
  // A name with dots may be that of a property, or a path that begins with one.
  const names = new Set(paths.flatMap((path) => [path, path.split(".")[0] as string]));
  const fields = stored?.allFields(names) ?? [];
  const records = fields[Symbol.iterator]();
  let turn = performance.now();
  for (let document = 0; document < segment.documents.count; document++) {
    const { value = {} } = records.next() as { value?: StoredFields };
    for (const { path, builder } of builders) {
      builder.add(path === "id" ? segment.documents.id(document) : valueAt(value, path));
    }
    if (document % DOCUMENTS_PER_LOOK > 0 || performance.now() - turn < LONGEST_TURN) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turn = performance.now();
  }
  return new Map(builders.map(({ path, builder }) => [path, builder.finish()]));
}

class ColumnBuilder {
  readonly #numbers = new Map<Scalar, number>();
  readonly #values = new GrowingWords();
  readonly #ends = new GrowingWords();

  add(value: JsonValue | undefined): void {
    const before = this.#values.length;
    this.#addAll(value);
    if (this.#values.length === before) this.#addOne(null);
    this.#ends.push(this.#values.length);
  }

  finish(): PropertyColumn {
    const values = this.#values.view().slice();
    return new PropertyColumn([...this.#numbers.keys()], values, this.#ends.view().slice());
  }

  /** Objects are no values; their properties have paths of their own. */
  #addAll(value: JsonValue | undefined): void {
    if (Array.isArray(value)) for (const each of value) this.#addAll(each as JsonValue);
    else if (value !== undefined && (typeof value !== "object" || value === null)) {
      this.#addOne(value as Scalar);
    }
  }

  #addOne(value: Scalar): void {
    const number = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, number);
    this.#values.push(number);
  }
}

/** The value of a property by its own name, else by its path through objects and arrays of them. */
function valueAt(fields: StoredFields, path: string): JsonValue | undefined {
  if (Object.hasOwn(fields, path)) return fields[path];
  return path.includes(".") ? within(fields as JsonValue, path.split(".")) : undefined;
}

function within(value: JsonValue | undefined, [name, ...rest]: string[]): JsonValue | undefined {
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((each) => within(each as JsonValue, [name, ...rest]));
    return found.filter((each) => each !== undefined) as JsonValue[];
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return within((value as Readonly<Record<string, JsonValue>>)[name], rest);
}
