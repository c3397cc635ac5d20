import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesContract } from "./files.contract.ts";
import { MemoryFiles } from "./memory-files.ts";
import { NodeFiles } from "./node-files.ts";

filesContract("MemoryFiles", async () => ({ files: new MemoryFiles(), root: "root" }));

filesContract("NodeFiles", async () => ({
  files: new NodeFiles(),
  root: await mkdtemp(join(tmpdir(), "termwise-files-")),
}));

test("NodeFiles reports the system's error and the path when a write fails", async () => {
  await expect(new NodeFiles().write("/dev/full/x", [])).rejects.toMatchObject({
    code: "IO",
    message: expect.stringContaining('cannot write "/dev/full/x"'),
  });
});
