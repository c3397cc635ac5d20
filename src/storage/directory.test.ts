import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FaultyDirectory } from "../../test/faults/faulty-directory.ts";
import { directoryContract } from "./directory.contract.ts";
import { MemoryDirectory } from "./memory-directory.ts";
import { NodeDirectory } from "./node-directory.ts";

directoryContract("MemoryDirectory", async () => new MemoryDirectory());
directoryContract("FaultyDirectory", async () => new FaultyDirectory());
directoryContract("NodeDirectory", async () =>
  NodeDirectory.open(join(await mkdtemp(join(tmpdir(), "termwise-directory-")), "deep")),
);
