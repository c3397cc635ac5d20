/** What a file of columns says of each of them. Bytes from a disk are not trusted: every field is looked at. */

import { corrupt } from "../../common/errors.ts";
import type { Section } from "../files/file-frame.ts";
import type { ColumnField } from "./field-value.ts";

/** How the distinct values of a column are written. */
export type ValueForm = "text" | "float64" | "steps";

/** One column of a file. */
export interface ColumnHeader {
  readonly name: string;
  readonly type: ColumnField["type"];
  readonly form: ValueForm;
  /** Distinct values. */
  readonly values: number;
  /** Values of all documents, at least one for each. */
  readonly codes: number;
}

const TYPES: readonly string[] = ["keyword", "number", "boolean", "date"];

/** The columns that the first section of a file names. */
export function parseColumnHeader(
  { file, start }: Section,
  json: string,
  documents: number,
): readonly ColumnHeader[] {
  try {
    const given = JSON.parse(json) as { documents?: unknown; columns?: unknown } | null;
    if (given?.documents !== documents) throw new Error(`not for ${documents} documents`);
    if (!Array.isArray(given.columns)) throw new Error("no list of columns");
    const headers = given.columns.map(parsed);
    if (new Set(headers.map(({ name }) => name)).size !== headers.length) {
      throw new Error("a column is there twice");
    }
    return headers;
  } catch (error) {
    throw corrupt(file, start, `not a list of columns: ${(error as Error).message}`);
  }
}

function parsed(given: unknown): ColumnHeader {
  if (typeof given !== "object" || given === null) throw new Error("a column is no object");
  const { name, type, form, values, codes } = given as Partial<ColumnHeader>;
  if (typeof name !== "string") throw new Error("a column has no name");
  if (typeof type !== "string" || !TYPES.includes(type)) throw new Error("an unknown type");
  const isFitting = type === "keyword" ? form === "text" : form === "float64" || form === "steps";
  if (!isFitting || form === undefined) throw new Error("a form that the type does not have");
  return { name, type, form, values: count(values), codes: count(codes) };
}

function count(value: unknown): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0x7fffffff) {
    throw new Error("a number of values that cannot be");
  }
  return value as number;
}
