/**
 * A short workload of an index: first commit, growth, deletion, replacement, merge and reordering;
 * and a check of which commit a directory holds.
 */

import type { IndexableDocument } from "../../src/index/building/index.ts";
import { checkIndex } from "../../src/index/check-index.ts";
import { listColumnFields, readSegmentColumns } from "../../src/index/columns/index.ts";
import { listFileNames, readCommit } from "../../src/index/commits/commit.ts";
import { IndexWriter, type WriterOptions } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import type { Directory } from "../../src/storage/directory.ts";

export const OPTIONS: WriterOptions = { analysis: { language: "other" }, positions: true };

/** With fields and vectors, so that segments have every kind of file. */
export const FIELD_OPTIONS: WriterOptions = {
  ...OPTIONS,
  fields: { text: {}, label: "keyword", sizes: "number[]", isShort: "boolean" },
  vectors: { dimensions: 3, graph: { m: 2, efConstruction: 4, from: 3 } },
};

/** A document with its text, and column values and a vector per word derived from it. */
export function createDocument(id: string, text: string): IndexableDocument {
  const words = text.split(" ");
  const sizes = words.map(({ length }) => length);
  const vectors = words.map(({ length }) => [length, 1, -words.length]);
  return { id, text, vectors, fields: { label: text, sizes, isShort: words.length < 2 } };
}

/** The texts of the live documents by id. */
export type State = Record<string, string>;

/** The contents of the index after 0, 1, 2, … commits of the workload. */
export const STATES: readonly State[] = [
  {},
  { a: "one two", b: "two three" },
  { a: "one two", b: "two three", c: "three four four" },
  { a: "one five", c: "three four four", d: "four" },
  { a: "one five", c: "three four four", d: "four", e: "five five" },
  { d: "four", e: "five five" },
];

/** Runs the workload; `acknowledge` is called after each commit has returned. */
export async function runWorkload(
  directory: Directory,
  acknowledge: (commits: number) => void,
): Promise<void> {
  const writer = await IndexWriter.open(directory, FIELD_OPTIONS);
  let commits = 0;
  const commit = async (): Promise<void> => {
    await writer.commit();
    acknowledge(++commits);
  };
  await writer.add(createDocument("a", "one two"));
  await writer.add(createDocument("b", "two three"));
  await commit();
  await writer.add(createDocument("c", "three four four"));
  await commit();
  await writer.update(createDocument("a", "one five"));
  await writer.delete("b");
  await writer.add(createDocument("d", "four"));
  await commit();
  await writer.close();

  const second = await IndexWriter.open(directory);
  await second.add(createDocument("e", "five five"));
  await second.reorder(); // merges first
  await second.commit();
  acknowledge(++commits);
  await second.delete("a");
  await second.delete("c");
  await second.commit();
  acknowledge(++commits);
  await second.close();
}

/** Reads and checks everything in a directory. Throws if anything is wrong. */
export async function readState(directory: Directory): Promise<State> {
  if ((await readCommit(directory)) === undefined) return {};
  const { damages } = await checkIndex(directory);
  if (damages.length > 0) throw new Error(`damaged: ${JSON.stringify(damages)}`);
  const snapshot = await IndexSnapshot.open(directory);
  const state: State = {};
  for (let document = 0; document < snapshot.documentLimit; document++) {
    const id = snapshot.id(document);
    if (snapshot.find(id) === document)
      state[id] = (await snapshot.readStoredFields(document)).text ?? "";
  }
  if (snapshot.settings.schema !== undefined) await checkColumns(snapshot, state);
  if (snapshot.settings.vectors !== undefined) await checkVectors(snapshot, state);
  await snapshot.close();
  return state;
}

/** Throws if the columns of a document do not match its text. */
async function checkColumns(snapshot: IndexSnapshot, state: State): Promise<void> {
  const fields = listColumnFields(snapshot.settings.schema);
  for (const { segment, deletions } of snapshot.parts) {
    const columns = await readSegmentColumns(segment, fields);
    for (let document = 0; document < segment.documents.count; document++) {
      if (deletions?.has(document) === true) continue;
      const id = segment.documents.id(document);
      if (id === "z") continue; // from commitOnce, without such values
      const values = fields.map(({ name }) => columns.get(name)?.readValues(document));
      const { label, sizes, isShort } = createDocument(id, state[id] ?? "").fields ?? {};
      const expected = [[label], [...new Set(sizes as number[])], [isShort]];
      if (JSON.stringify(values) === JSON.stringify(expected)) continue;
      throw new Error(`columns of ${id}: ${JSON.stringify(values)}`);
    }
  }
}

/** Throws if the vectors of a document do not match its text. */
async function checkVectors(snapshot: IndexSnapshot, state: State): Promise<void> {
  for (const { segment, deletions } of snapshot.parts) {
    const vectors = await segment.readVectors(3);
    for (let document = 0; document < segment.documents.count; document++) {
      const id = segment.documents.id(document);
      if (deletions?.has(document) === true || id === "z") continue;
      const expected = createDocument(id, state[id] ?? "").vectors ?? [];
      const first = vectors?.start(document) ?? 0;
      const cosines = expected.map((vector, i) => {
        const dot = vectors
          ?.decodeRow(first + i)
          .reduce((sum, x, at) => sum + x * (vector[at] ?? 0), 0);
        return (dot ?? 0) / Math.hypot(...Array.from(vector));
      });
      const isAll = first + expected.length === vectors?.end(document);
      if (isAll && cosines.every((cosine) => Math.abs(cosine - 1) < 0.01)) continue;
      throw new Error(`vectors of ${id}: ${JSON.stringify(cosines)}`);
    }
  }
}

/** Adds a document and commits, like the next user of the directory. */
export async function commitOnce(directory: Directory): Promise<void> {
  const writer = await IndexWriter.open(directory, OPTIONS);
  try {
    await writer.update({ id: "z", text: "after" });
    await writer.commit();
  } finally {
    await writer.close();
  }
}

/** Files that no commit needs. */
export async function findStrayFiles(directory: Directory): Promise<string[]> {
  const commit = await readCommit(directory);
  const needed = new Set(["commit", ...(commit === undefined ? [] : listFileNames(commit))]);
  return (await directory.list()).filter((name) => !needed.has(name));
}

/** One text per state, whatever the order of its documents. */
export function formatState(state: State): string {
  return JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));
}
