/**
 * Resolves the text fields that a search uses, and their weights: `["title^3", "body"]` or `{
 * title: 3 }`.
 */

import { defined } from "../../common/defined.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { checkWeight } from "./field.ts";
import type { Schema } from "./schema.ts";

/** Fields by name, each optionally with `^` and a weight; or weights by name, where `undefined` counts as absent. */
export type FieldChoice = readonly string[] | Readonly<Record<string, number | undefined>>;

/** A text field that a search uses. */
export interface SearchedField {
  readonly name: string;
  /** Its number in the schema; 0 for the one text of an index without fields. */
  readonly number: number;
  readonly weight: number;
  /** Its own length normalisation; absent if the ranker's applies. */
  readonly b?: number;
  /** The index of its analyzer among the distinct analyzers of the searched fields. */
  readonly group: number;
}

/** The chosen fields in schema order; all text fields if nothing is chosen. */
export function resolveFields(schema: Schema, choice?: FieldChoice): readonly SearchedField[] {
  const weights = choice === undefined ? undefined : resolveWeights(schema, choice);
  const groups: string[] = [];
  const fields: SearchedField[] = [];
  for (const { name, text } of schema.textFields) {
    if (weights !== undefined && !weights.has(name)) continue;
    const analysis = JSON.stringify(text.analysis ?? null);
    if (!groups.includes(analysis)) groups.push(analysis);
    fields.push({
      name,
      number: text.number,
      weight: weights?.get(name) ?? text.weight,
      ...defined({ b: text.b }),
      group: groups.indexOf(analysis),
    });
  }
  if (fields.length === 0) throw badArgument("the index has no searchable text field");
  return fields;
}

/** Whether a choice sets the weight of a field. */
export function hasWeights(choice: FieldChoice): boolean {
  return !Array.isArray(choice) || choice.some((field) => splitField(field)[1] !== undefined);
}

/** The weight of each chosen field; undefined for the weight of the schema. */
function resolveWeights(schema: Schema, choice: unknown): ReadonlyMap<string, number | undefined> {
  const weights = new Map<string, number | undefined>();
  for (const [name, weight] of toPairs(schema, choice)) {
    const field = schema.get(name);
    if (field.text === undefined) {
      throw badArgument(`field ${quote(name)} is a ${field.type}; only a text is searched`, {
        field: name,
      });
    }
    if (weights.has(name)) throw badArgument(`field ${quote(name)} is chosen twice`);
    if (weight !== undefined) checkWeight(name, weight);
    weights.set(name, weight as number | undefined);
  }
  if (weights.size === 0) throw badArgument("fields must name at least one field, got none");
  return weights;
}

function toPairs(schema: Schema, choice: unknown): [string, unknown][] {
  if (typeof choice !== "object" || choice === null) {
    throw badArgument('fields must be an array such as ["title^3", "body"] or weights by name');
  }
  if (!Array.isArray(choice)) {
    return Object.entries(choice).filter(([, weight]) => weight !== undefined);
  }
  return choice.map((field: unknown) => {
    if (typeof field !== "string") throw badArgument(`a field must be a text, got ${typeof field}`);
    return schema.find(field) === undefined ? splitField(field) : [field, undefined];
  });
}

function splitField(field: string): [name: string, weight: number | undefined] {
  const at = field.lastIndexOf("^");
  if (at < 0) return [field, undefined];
  const weightText = field.slice(at + 1).trim();
  return [field.slice(0, at), weightText === "" ? Number.NaN : Number(weightText)];
}
