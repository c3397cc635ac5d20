/**
 * Parses the header of a columns file. Bytes from storage are not trusted: every field is checked.
 */

import { corrupt } from "../../common/errors.ts";
import type { Section } from "../files/file-frame.ts";
import type { ColumnField } from "./column-value.ts";

/** The encoding of the distinct values of a column. */
export type ValueEncoding = "text" | "float64" | "steps";

/** One column of a file. */
export interface ColumnHeader {
  readonly name: string;
  readonly type: ColumnField["type"];
  readonly form: ValueEncoding;
  /** Number of distinct values. */
  readonly values: number;
  /** Number of ordinals of all documents, at least one per document. */
  readonly codes: number;
}

const TYPES: readonly string[] = ["keyword", "number", "boolean", "date", "geo"];

/** Parses the columns that the first section of a file lists. */
export function parseColumnHeaders(
  { file, start }: Section,
  json: string,
  documents: number,
): readonly ColumnHeader[] {
  try {
    const parsedJson = JSON.parse(json) as { documents?: unknown; columns?: unknown } | null;
    if (parsedJson?.documents !== documents) throw new Error(`not for ${documents} documents`);
    if (!Array.isArray(parsedJson.columns)) throw new Error("no list of columns");
    const headers = parsedJson.columns.map(toColumnHeader);
    if (new Set(headers.map(({ name }) => name)).size !== headers.length) {
      throw new Error("a column is there twice");
    }
    return headers;
  } catch (error) {
    throw corrupt(file, start, `not a list of columns: ${(error as Error).message}`);
  }
}

function toColumnHeader(entry: unknown): ColumnHeader {
  if (typeof entry !== "object" || entry === null) throw new Error("a column is no object");
  const { name, type, form, values, codes } = entry as Partial<ColumnHeader>;
  if (typeof name !== "string") throw new Error("a column has no name");
  if (typeof type !== "string" || !TYPES.includes(type)) throw new Error("an unknown type");
  const isText = type === "keyword" || type === "geo";
  const isFitting = isText ? form === "text" : form === "float64" || form === "steps";
  if (!isFitting || form === undefined) throw new Error("a form that the type does not have");
  return { name, type, form, values: checkCount(values), codes: checkCount(codes) };
}

function checkCount(value: unknown): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0x7fffffff) {
    throw new Error("a number of values that cannot be");
  }
  return value as number;
}
