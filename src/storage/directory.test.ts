import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FaultyDirectory } from "../../test/faults/faulty-directory.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { directoryContract } from "./directory.contract.ts";
import { MemoryDirectory } from "./memory-directory.ts";
import { NodeDirectory } from "./node-directory.ts";

directoryContract("MemoryDirectory", async () => new MemoryDirectory());
directoryContract("FaultyDirectory", async () => new FaultyDirectory());
directoryContract("NodeDirectory", async () =>
  NodeDirectory.open(join(await mkdtemp(join(tmpdir(), "termwise-directory-")), "deep")),
);

test("a pipe in place of a file is refused instead of waited for", {
  timeout: 20_000,
}, async () => {
  const folder = createTemporaryFolder("pipe-in-directory");
  execFileSync("mkfifo", [join(folder, "segment-1.terms")]);
  const directory = await NodeDirectory.openExisting(folder);
  for (const read of [
    () => directory.read("segment-1.terms"),
    () => directory.openFile("segment-1.terms"),
    () => directory.readShared("segment-1.terms"),
  ]) {
    await expect(read()).rejects.toMatchObject({
      code: "CORRUPT_INDEX",
      message: "segment-1.terms is damaged at byte 0: it is not a regular file",
    });
  }
});
