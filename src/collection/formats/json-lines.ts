/**
 * JSON Lines: one object a line, as in BEIR's corpus.jsonl and queries.jsonl.
 *
 * A document's id is `_id`, `id` or `docid` (a string or a number), its text
 * `text`, `contents` or `body`; a query's are `_id`, `id` or `qid`, and `text`
 * or `query`. `title` is the title; a query's `exclude` lists documents that
 * never count. Other strings go into `fields`, other values are left out.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { type Document, makeDocument, type Query } from "../document.ts";
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
      const { id, text, title, fields } = parts(line, "document", place);
      return makeDocument(id, title, text, fields);
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
      const { id, text, title, fields, exclude } = parts(line, "query", place);
      const all = title === "" ? fields : { title, ...fields };
      return {
        id,
        text,
        ...(Object.keys(all).length > 0 && { fields: all }),
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
  title: string;
  text: string;
  fields: Record<string, string>;
  exclude: string[];
}

function parts(line: string, what: "document" | "query", place: Place): Parts {
  const names = NAMES[what];
  const object = jsonObject(line, place);
  const idName = names.id.find((name) => isId(object[name])) ?? "";
  const id = object[idName];
  if (!isId(id)) {
    throw place.bad(`a ${what} needs an id, a string or number named ${names.id.join(", ")}`);
  }
  const textName = names.text.find((name) => typeof object[name] === "string") ?? "";
  const text = object[textName];
  if (typeof text !== "string") {
    throw place.bad(`a ${what} needs a text, a string named ${names.text.join(", ")}`);
  }
  const others = Object.keys(object).filter(
    (name) =>
      name !== idName && name !== textName && name !== "title" && typeof object[name] === "string",
  );
  return {
    id: checkedId(String(id), what, place),
    title: typeof object.title === "string" ? object.title : "",
    text,
    fields: Object.fromEntries(others.map((name) => [name, object[name] as string])),
    exclude: Array.isArray(object.exclude) ? object.exclude.map(String) : [],
  };
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
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
