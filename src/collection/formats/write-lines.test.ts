import { expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { type Lines, writeAllOrNothing } from "./write-lines.ts";

async function* failing(): AsyncGenerator<string> {
  yield "half";
  throw new Error("source failed");
}

test("writes several files, compressed if the name ends in .gz", async () => {
  const files = new MemoryFiles();
  await writeAllOrNothing(
    files,
    new Map([
      ["a/x", ["1", "2"]],
      ["a/y.gz", ["3"]],
    ]),
  );
  expect(await files.size("a/x")).toBe(4);
  for await (const bytes of files.read("a/y.gz"))
    expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
});

test("writes none of several files if one of them fails", async () => {
  const files = new MemoryFiles({ "a/x": "old" });
  const all = new Map<string, Lines>([
    ["a/x", ["new"]],
    ["a/y", failing()],
    ["a/z", ["new"]],
  ]);
  await expect(writeAllOrNothing(files, all)).rejects.toThrow("source failed");
  expect(await files.list("a")).toEqual(["x"]);
  expect(await files.size("a/x")).toBe(3);
});
