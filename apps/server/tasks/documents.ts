/** Documents in and out. */

import type { DeleteRequest } from "../../../src/client/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { SearchDocument, StoredDocument } from "../../../src/index.ts";
import { parseJson } from "../parse-json.ts";
import { readAll, readLines } from "./read-blocks.ts";
import type { Store, Version } from "./store.ts";

/** Bytes of one document in a stream. */
const MAX_LINE_BYTES = 1_048_576;

/** Characters of documents that are exported at once. */
const EXPORTED = 262_144;

/** Characters of the documents of a page, the last one aside. */
const MAX_LISTED = 16_777_216;

/** The method of an index that takes documents. */
export type DocumentsChange = "add" | "put" | "update" | "replace";

/** The format of a body with documents. */
export type DocumentsFormat = "json" | "ndjson";

/** Changes the index by the documents of a body, all or none. */
export async function putDocuments(
  store: Store,
  input: {
    readonly index: string;
    readonly format: DocumentsFormat;
    /** How the documents change the index. */
    readonly change: DocumentsChange;
    /** For a single document: the id that it must have. */
    readonly id?: string | undefined;
  },
  blocks: AsyncIterable<Uint8Array>,
): Promise<{ readonly documents: number }> {
  const opened = await store.index(input.index);
  return { documents: await opened[input.change](await readDocuments(input, blocks)) };
}

/** The documents of a body. */
export async function readDocuments(
  { format, id }: { readonly format: DocumentsFormat; readonly id?: string | undefined },
  blocks: AsyncIterable<Uint8Array>,
): Promise<Iterable<SearchDocument> | AsyncIterable<SearchDocument>> {
  return format === "ndjson" ? parseLines(blocks) : parseDocuments(await readAll(blocks), id);
}

/** Deletes documents by their ids, or all that pass a filter. */
export async function deleteDocuments(
  store: Store,
  { index, ids, filter }: { readonly index: string } & DeleteRequest,
): Promise<{ readonly deleted: number }> {
  if ((ids === undefined) === (filter === undefined)) {
    throw badArgument("documents are deleted by ids or by a filter: one of them is needed");
  }
  const opened = await store.index(index);
  return { deleted: await opened.delete(filter === undefined ? (ids ?? []) : { filter }) };
}

/** A document by its id. `NOT_FOUND` where there is none. */
export async function getDocument(
  store: Store,
  { index, id }: { readonly index: string; readonly id: string },
  version?: Version,
): Promise<StoredDocument> {
  const opened = await store.index(index, version);
  const document = await opened.get(id);
  if (document !== undefined) return document;
  throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
}

/**
 * A page of documents in the order of the index, as JSON. `next` is where the next page begins. A page of large
 * documents ends before its limit.
 */
export async function listDocuments(
  store: Store,
  input: { readonly index: string; readonly limit: number; readonly after: number },
  version?: Version,
): Promise<string> {
  const opened = await store.index(input.index, version);
  return opened.withReader(async ({ snapshot }) => {
    const documents: string[] = [];
    let characters = 0;
    const toPage = (next: number | null): string =>
      `{"documents":[${documents.join()}],"total":${snapshot.documentCount},"next":${next}}`;
    for (const { base, segment, deletions } of snapshot.parts) {
      const { count } = segment.documents;
      for (let i = Math.max(0, input.after - base); i < count; i++) {
        if (deletions?.has(i) === true) continue;
        if (documents.length === input.limit || characters > MAX_LISTED) return toPage(base + i);
        const id = snapshot.id(base + i);
        const fields = snapshot.settings.stored ? await snapshot.readStoredFields(base + i) : {};
        const json = JSON.stringify({ ...fields, id });
        documents.push(json);
        characters += json.length;
      }
    }
    return toPage(null);
  });
}

function parseDocuments(bytes: Uint8Array, id: string | undefined): SearchDocument[] {
  const value = parseJson(bytes, { location: "the body" });
  if (id === undefined) return (Array.isArray(value) ? value : [value]) as SearchDocument[];
  const document = value as Record<string, unknown> | null;
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw badArgument("the body must be one document, an object");
  }
  if (document.id !== undefined && String(document.id) !== id) {
    throw badArgument(
      `the document has the id ${quote(String(document.id))}, the address says ${quote(id)}`,
    );
  }
  return [{ ...document, id }];
}

/** A document per line. Empty lines are passed over. */
async function* parseLines(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<SearchDocument> {
  for await (const { number, bytes } of readLines(blocks, MAX_LINE_BYTES)) {
    if (bytes.some((byte) => byte !== 13 && byte !== 32 && byte !== 9)) {
      yield parseJson(bytes, { location: `line ${number}` }) as SearchDocument;
    }
  }
}

/** Where an export goes on: a segment, which no commit changes, and a document in it. */
const POSITION = /^(.*):(\d+)$/s;

/**
 * Some documents as lines, after a line with the position where the next begin, which is empty at
 * the end. Changes between two calls leave out no document: those that are added or replaced come
 * last. `UNAVAILABLE` where the segment of the position was merged meanwhile.
 */
export async function exportDocuments(
  store: Store,
  { index, after }: { readonly index: string; readonly after: string },
  version?: Version,
): Promise<string> {
  const opened = await store.index(index, version);
  return opened.withReader(async ({ snapshot }) => {
    const names = snapshot.commit.segments.map(({ indexId = "", name }) => `${indexId}/${name}`);
    const [, name, number] = POSITION.exec(after) ?? [];
    const first = name === undefined ? 0 : names.indexOf(name);
    if (first < 0) {
      throw new TermwiseError("UNAVAILABLE", "the index was merged during the export; try again");
    }
    let text = "";
    for (const [i, { base, segment, deletions }] of snapshot.parts.entries()) {
      if (i < first) continue;
      const { count } = segment.documents;
      for (let local = i === first ? Number(number ?? 0) : 0; local < count; local++) {
        if (deletions?.has(local) === true) continue;
        if (text.length >= EXPORTED) return `${names[i]}:${local}\n${text}`;
        const id = snapshot.id(base + local);
        const { stored } = snapshot.settings;
        const fields = stored ? await snapshot.readStoredFields(base + local) : {};
        text += `${JSON.stringify({ ...fields, id })}\n`;
      }
    }
    return `\n${text}`;
  });
}
