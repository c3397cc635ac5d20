/**
 * The fields of an index, in the order in which they were added.
 *
 * A schema only grows: a field keeps its type, its analyzer and its number forever, because the
 * lists of earlier segments depend on them. Weights, b and the other options may change with any
 * commit.
 */

import { badArgument, quote } from "../../common/errors.ts";
import { findNearestName } from "../../common/find-nearest-name.ts";
import { type Field, formatFieldType, type SchemaOptions, type TextField } from "./field.ts";
import { MAX_FIELDS, parseField, parseStoredField } from "./schema-parser.ts";

/** A searchable text field of a schema. */
export type SearchableField = Field & { readonly text: TextField };

/** The fields of an index. Names are data: `constructor` is a name like any other. */
export class Schema {
  /** All fields, in the order in which they were added. */
  readonly fields: readonly Field[];
  readonly #byName: ReadonlyMap<string, Field>;

  private constructor(fields: readonly Field[]) {
    this.fields = fields;
    this.#byName = new Map(fields.map((field) => [field.name, field]));
  }

  /** Parses options. Fails with `BAD_ARGUMENT`, which names the field, the value and the rule. */
  static parse(options: SchemaOptions): Schema {
    return new Schema([]).widen(options);
  }

  /** Parses what a commit stores: the array from `toJSON`. Throws on anything else. */
  static fromJson(fields: unknown): Schema {
    if (!Array.isArray(fields) || fields.length === 0 || fields.length > MAX_FIELDS) {
      throw badArgument(`a schema must be an array of 1 to ${MAX_FIELDS} fields`);
    }
    const schema = new Schema(fields.map(parseStoredField));
    checkNames(schema.fields);
    const numbers = schema.textFields.map(({ text }) => text.number);
    if (numbers.some((number, i) => number !== i + 1)) {
      throw badArgument("the text fields of a schema must be numbered from 1 on");
    }
    return schema;
  }

  /** The searchable texts; the one with number n is at index n − 1. */
  get textFields(): readonly SearchableField[] {
    return this.fields.filter((field): field is SearchableField => field.text !== undefined);
  }

  /** A field by its path; undefined if there is none. */
  find(name: string): Field | undefined {
    return this.#byName.get(name);
  }

  /** A field by its path. Fails with `BAD_ARGUMENT`, which suggests similar names. */
  get(name: string): Field {
    const field = this.#byName.get(name);
    if (field !== undefined) return field;
    const names = [...this.#byName.keys()];
    const suggestion = findNearestName(name, names);
    const hint =
      suggestion === undefined
        ? `the fields are ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`
        : `did you mean ${quote(suggestion)}?`;
    throw badArgument(`the index has no field ${quote(name)}; ${hint}`, { field: name });
  }

  /**
   * This schema with further fields, and other options for existing ones. Fails with `BAD_ARGUMENT`
   * if a field changes its type, its analyzer or whether it is searchable.
   */
  widen(options: SchemaOptions): Schema {
    if (typeof options !== "object" || options === null || Array.isArray(options)) {
      throw badArgument(
        'fields must be an object of fields by name, such as { title: "text", price: "number" }',
      );
    }
    const fields = [...this.fields];
    let texts = this.textFields.length;
    for (const [name, input] of Object.entries(options)) {
      const field = parseField(name, input, texts + 1);
      const at = fields.findIndex((existing) => existing.name === name);
      const existing = fields[at];
      if (existing === undefined) {
        fields.push(field);
        if (field.text !== undefined) texts++;
      } else fields[at] = changeField(existing, field);
      if (fields.length > MAX_FIELDS) {
        throw badArgument(`an index has at most ${MAX_FIELDS} fields, got more`);
      }
    }
    if (fields.length === 0) throw badArgument("fields must name at least one field");
    checkNames(fields);
    return new Schema(fields);
  }

  /** What a commit stores. */
  toJSON(): readonly Field[] {
    return this.fields;
  }
}

/** An existing field with the options of another description of it. */
function changeField(existing: Field, updated: Field): Field {
  const [was, is] = [formatFieldType(existing), formatFieldType(updated)];
  const immutableError = (rule: string) =>
    badArgument(`field ${quote(existing.name)} ${rule}`, { field: existing.name });
  if (was !== is) throw immutableError(`was made as ${was}, which cannot become ${is}`);
  if ((existing.text === undefined) !== (updated.text === undefined)) {
    throw immutableError(
      `was made ${existing.text === undefined ? "without" : "with"} searchable words`,
    );
  }
  if (existing.text === undefined || updated.text === undefined) return updated;
  if (JSON.stringify(existing.text.analysis) !== JSON.stringify(updated.text.analysis)) {
    throw immutableError("was made with another analyzer");
  }
  return { ...updated, text: { ...updated.text, number: existing.text.number } };
}

/** Checks that no field occurs twice and none is inside another: a text has no properties. */
function checkNames(fields: readonly Field[]): void {
  const names = new Set(fields.map(({ name }) => name));
  if (names.size !== fields.length) throw badArgument("a schema must not name a field twice");
  for (const name of names) {
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      const outer = name.slice(0, dot);
      if (!names.has(outer)) continue;
      throw badArgument(
        `field ${quote(name)} is inside ${quote(outer)}, which is a field with a value of its own`,
        { field: name },
      );
    }
  }
}
