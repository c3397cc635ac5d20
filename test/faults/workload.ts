/**
 * A short life of an index: first commit, growth, deletion, replacement, merge and reordering.
 * And how to tell which of its commits a directory holds.
 */

import { checkIndex } from "../../src/index/check-index.ts";
import { namesOf, readCommit } from "../../src/index/commits/commit.ts";
import { IndexWriter, type WriterOptions } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import type { Directory } from "../../src/storage/directory.ts";

export const OPTIONS: WriterOptions = { analysis: { language: "other" }, positions: true };

/** The texts of the living documents by id. */
export type State = Record<string, string>;

/** What the index holds after 0, 1, 2, … commits of the workload. */
export const STATES: readonly State[] = [
  {},
  { a: "one two", b: "two three" },
  { a: "one two", b: "two three", c: "three four four" },
  { a: "one five", c: "three four four", d: "four" },
  { a: "one five", c: "three four four", d: "four", e: "five five" },
  { d: "four", e: "five five" },
];

/** Runs the workload; `acknowledge` hears of each commit that has returned. */
export async function runWorkload(
  directory: Directory,
  acknowledge: (commits: number) => void,
): Promise<void> {
  const writer = await IndexWriter.open(directory, OPTIONS);
  let commits = 0;
  const commit = async (): Promise<void> => {
    await writer.commit();
    acknowledge(++commits);
  };
  await writer.add({ id: "a", text: "one two" });
  await writer.add({ id: "b", text: "two three" });
  await commit();
  await writer.add({ id: "c", text: "three four four" });
  await commit();
  await writer.update({ id: "a", text: "one five" });
  await writer.delete("b");
  await writer.add({ id: "d", text: "four" });
  await commit();
  await writer.close();

  const second = await IndexWriter.open(directory);
  await second.add({ id: "e", text: "five five" });
  await second.reorder(); // merges first
  await second.commit();
  acknowledge(++commits);
  await second.delete("a");
  await second.delete("c");
  await second.commit();
  acknowledge(++commits);
  await second.close();
}

/** Reads and checks all that a directory holds. Throws what is wrong. */
export async function stateOf(directory: Directory): Promise<State> {
  if ((await readCommit(directory)) === undefined) return {};
  const { damages } = await checkIndex(directory);
  if (damages.length > 0) throw new Error(`damaged: ${JSON.stringify(damages)}`);
  const snapshot = await IndexSnapshot.open(directory);
  const state: State = {};
  for (let document = 0; document < snapshot.documentLimit; document++) {
    const id = snapshot.id(document);
    if (snapshot.find(id) === document) state[id] = (await snapshot.fieldsOf(document)).text ?? "";
  }
  await snapshot.close();
  return state;
}

/** Adds a document and commits, as the next user of the directory would. */
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
export async function straysOf(directory: Directory): Promise<string[]> {
  const commit = await readCommit(directory);
  const needed = new Set(["commit", ...(commit === undefined ? [] : namesOf(commit))]);
  return (await directory.list()).filter((name) => !needed.has(name));
}

/** One text for one state, whatever the order of its documents. */
export function shown(state: State): string {
  return JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));
}
