import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { readCandidates } from "./candidates-file.ts";

const files = (text: string) => new MemoryFiles({ f: new TextEncoder().encode(text) });

test("a run is read as it is, whatever its columns", async () => {
  const expected = [["1", ["b", "a"]]];
  for (const text of [
    "1 Q0 b 1 2.5 x\n1 Q0 a 2 1 x\n",
    "1\tb\t1\t2.5\n1\ta\t2\t1\n",
    "1\tb\t1\n1\ta\t2\n",
  ]) {
    const { rankings } = await readCandidates(files(text), "f");
    expect([...rankings].map(([query, { documents }]) => [query, documents])).toEqual(expected);
  }
});

test("top1000.dev.tsv gives the passages of a query in the order of the file", async () => {
  const text =
    "7\td2\twhat is ink\tInk is a liquid.\n8\td9\tpen\tA pen.\n7\td1\twhat is ink\t42 inks\n";
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const { name, rankings } = await readCandidates(new MemoryFiles({ "a/f": bytes }), "a/f");
    expect(name).toBe("f");
    expect([...rankings.keys()]).toEqual(["7", "8"]);
    expect(rankings.get("7")?.documents).toEqual(["d2", "d1"]);
    expect([...(rankings.get("7")?.scores ?? [])]).toEqual([-1, -2]);
  }
});

test("a file without a line, or with a line of another kind, is refused with its place", async () => {
  await expect(readCandidates(files("\n\n"), "f")).rejects.toThrow("there is no candidate");
  const broken = readCandidates(files("7\td2\tink\tInk.\n7\td2\tink\n"), "f");
  await expect(broken).rejects.toThrow("f:2: a candidate has 4 columns");
});
