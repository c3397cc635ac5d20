/** Documents from pasted text: a JSON array or object, JSON lines, or CSV with a header. */

import { readCsvRows } from "../../src/collection/formats/index.ts";
import { badArgument } from "../../src/common/errors.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";

/** A pasted document. */
export type PastedDocument = Readonly<Record<string, unknown>> & { readonly id: string };

const NAME = "the text";

/** The documents of a text. A document without an id gets its position from 1. */
export async function parseDocuments(text: string): Promise<PastedDocument[]> {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const records = /^[[{]/.test(trimmed) ? parseJsonRecords(trimmed) : await parseCsv(trimmed);
  return records.map((record, i) => {
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      throw badArgument(`document ${i + 1} must be an object, got ${JSON.stringify(record)}`);
    }
    const { id = i + 1 } = record as { readonly id?: unknown };
    return { ...record, id: String(id) };
  });
}

function parseJsonRecords(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch (error) {
    if (text.startsWith("[")) throw badArgument(`not valid JSON: ${(error as Error).message}`);
  }
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch (error) {
      throw badArgument(`line ${i + 1} is not valid JSON: ${(error as Error).message}`);
    }
  });
}

async function parseCsv(text: string): Promise<object[]> {
  const files = new MemoryFiles({ [NAME]: text });
  let header: readonly string[] | undefined;
  const records: object[] = [];
  for await (const { cells } of readCsvRows(files, NAME, { delimiter: "auto" })) {
    if (header === undefined) {
      header = cells.map((cell, i) => cell.trim() || `column${i + 1}`);
      continue;
    }
    const entries = header.map((name, i) => [name, toValue(cells[i] ?? "")] as const);
    records.push(Object.fromEntries(entries.filter(([, value]) => value !== "")));
  }
  return records;
}

/** Numbers as numbers; ids and codes with leading zeros stay text. */
function toValue(cell: string): string | number {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

/** A property that can be searched or filtered, and the kind that its values suggest. */
export interface PropertyKind {
  readonly name: string;
  readonly kind: "text" | "number" | "keyword";
}

/** Short texts that repeat are keywords. */
const MAX_KEYWORD_CHARACTERS = 24;

/** The properties of documents, except the id, in the order in which they appear. */
export function listProperties(documents: readonly PastedDocument[]): PropertyKind[] {
  const values = new Map<string, unknown[]>();
  for (const { id: _, ...document } of documents) {
    for (const [name, value] of Object.entries(document)) {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return [...values].map(([name, all]) => {
    if (all.every((value) => typeof value === "number")) return { name, kind: "number" };
    const isShort = all.every((value) => String(value).length <= MAX_KEYWORD_CHARACTERS);
    const repeats = new Set(all.map(String)).size <= all.length / 2;
    return { name, kind: isShort && repeats ? "keyword" : "text" };
  });
}
