import { describe, expect, test } from "vitest";
import { STORES } from "../../../test/faults/stores.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { writeFrame } from "../files/frame-writer.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { type Commit, readCommit } from "./commit.ts";

type Change = (commit: Commit) => object;

const segment = ({ segments }: Commit): object => segments[0] as object;
const withSegment = (commit: Commit, change: object): object => ({
  ...commit,
  segments: [{ ...segment(commit), ...change }],
});

/** Commits that no writer produces, with a valid checksum. */
const CRAFTED: readonly (readonly [name: string, change: Change])[] = [
  ["a segment twice", (commit) => ({ ...commit, segments: [segment(commit), segment(commit)] })],
  ["2^40 documents", (commit) => withSegment(commit, { documents: 2 ** 40 })],
  ["too many documents in all", (commit) => withSegment(commit, { documents: 2 ** 31 - 1 })],
  ["generation 0", (commit) => ({ ...commit, generation: 0 })],
  ["a segment with the next number", (commit) => ({ ...commit, nextSegment: 1 })],
  ["a segment of another name", (commit) => withSegment(commit, { name: "notes" })],
  ["a path for a name", (commit) => withSegment(commit, { name: "../segment-1" })],
  [
    "a file of another name",
    (commit) => {
      const [first] = commit.segments;
      const terms = { ...first?.files.terms, name: "notes.txt" };
      return withSegment(commit, { files: { ...first?.files, terms } });
    },
  ],
  [
    "deletions under another name",
    (commit) => withSegment(commit, { deleted: { name: "notes.txt", bytes: 1, crc: 1 } }),
  ],
  [
    "weights under another name",
    (commit) => ({
      ...commit,
      settings: { ...commit.settings, weights: { name: "notes.txt", bytes: 1, crc: 1 } },
    }),
  ],
];

describe.each(STORES)("an index %s", (_, fresh) => {
  test.each(CRAFTED)("with %s in its commit is rejected", async (_name, change) => {
    const directory = await fresh();
    await buildIndex(directory, [{ id: "a", text: "x" }], { durability: "none" });
    await directory.write("notes.txt", new TextEncoder().encode("mine"));
    const commit = (await readCommit(directory)) as Commit;
    await directory.remove("commit");
    const target = { files: directory, name: "commit", kind: "commit", indexId: commit.indexId };
    await writeFrame(target as Parameters<typeof writeFrame>[0], (frame) =>
      frame.section(new TextEncoder().encode(JSON.stringify(change(commit)))),
    );
    const refused = { code: "CORRUPT_INDEX" };
    await expect(IndexSnapshot.open(directory)).rejects.toMatchObject(refused);
    await expect(IndexWriter.open(directory)).rejects.toMatchObject(refused);
    expect((await checkIndex(directory)).damages).toMatchObject([{ file: "commit" }]);
    await buildIndex(directory, [], { mode: "replace", durability: "none" });
    expect(new TextDecoder().decode(await directory.read("notes.txt"))).toBe("mine");
  });
});
