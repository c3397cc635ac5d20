/**
 * JSON Lines: one object a line, as in BEIR's corpus.jsonl and queries.jsonl.
 *
 * A document's id is `_id`, `id` or `docid` (a string or a number), its text
 * `text`, `contents` or `body`; a query's are `_id`, `id` or `qid`, and `text`
 * or `query`. `title` is the title; a query's `exclude` lists documents that
 * never count. Other strings go into `fields`, other values are left out.
 */

import { quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { type Document, makeDocument, type Query } from "./document.ts";
import type { ReadOptions } from "./lines.ts";
import { checkedId, type Place, recordsOf } from "./records.ts";

/** The names a column or property may have, best first. Tables use them too. */
export const NAMES = {
  document: { id: ["_id", "id", "docid"], text: ["text", "contents", "body"] },
  query: { id: ["_id", "id", "qid"], text: ["text", "query"] },
} as const;

export function jsonDocuments(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Document> {
  return recordsOf(
    files,
    path,
    (line, place) => {
      const { id, text, rest } = parts(line, "document", place);
      const title = typeof rest.title === "string" ? rest.title : "";
      return makeDocument(id, title, text, strings(rest, ["title"]));
    },
    options,
  );
}

export function jsonQueries(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Query> {
  return recordsOf(
    files,
    path,
    (line, place) => {
      const { id, text, rest } = parts(line, "query", place);
      const fields = strings(rest, []);
      const exclude = Array.isArray(rest.exclude) ? rest.exclude.map(String) : [];
      return {
        id,
        text,
        ...(Object.keys(fields).length > 0 && { fields }),
        ...(exclude.length > 0 && { exclude }),
      };
    },
    options,
  );
}

/** The line that reads back as this document. */
export function documentJson({ id, title, text, fields }: Document): string {
  const own = { _id: id, ...(title !== undefined && { title }), text };
  return JSON.stringify({ ...own, ...fields, ...own }); // no field takes the place of these
}

/** The line that reads back as this query. */
export function queryJson({ id, text, fields, exclude }: Query): string {
  const own = { _id: id, text, ...(exclude !== undefined && { exclude }) };
  return JSON.stringify({ ...own, ...fields, ...own });
}

interface Parts {
  id: string;
  text: string;
  rest: Record<string, unknown>;
}

function parts(line: string, what: "document" | "query", place: Place): Parts {
  const { id: ids, text: texts } = NAMES[what];
  const { ...rest } = jsonObject(line, place);
  const id = taken(rest, ids);
  if (typeof id !== "string" && typeof id !== "number") {
    throw place.bad(`a ${what} needs an id, a string or number named ${ids.join(", ")}`);
  }
  const text = taken(rest, texts);
  if (typeof text !== "string") {
    throw place.bad(`a ${what} needs a text, a string named ${texts.join(", ")}`);
  }
  return { id: checkedId(String(id), what, place), text, rest };
}

/** Takes the first of `names` out of `object`. */
function taken(object: Record<string, unknown>, names: readonly string[]): unknown {
  const name = names.find((name) => object[name] !== undefined);
  if (name === undefined) return undefined;
  const value = object[name];
  delete object[name];
  return value;
}

function strings(object: Record<string, unknown>, without: string[]): Record<string, string> {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === "string" && !without.includes(name)) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

function jsonObject(line: string, place: Place): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw place.bad(`not a JSON object: ${quote(line)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw place.bad(`not a JSON object: ${quote(line)}`);
  }
  return value as Record<string, unknown>;
}
