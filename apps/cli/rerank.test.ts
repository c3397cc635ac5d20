import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createCheckpointFiles,
  createTensors,
  reference,
} from "../../src/search/cross-encoder.contract.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createFreshFolder } from "../../test/faults/stores.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { rerank } from "./rerank.ts";

test("a published cross-encoder scores the pairs of a file; tensors it does not use are named", async () => {
  const folder = await createFreshFolder();
  const model = join(folder, "cross-encoder");
  await mkdir(model, { recursive: true });
  const extra = { shape: [1], values: new Float32Array(1) };
  const tensors = { ...createTensors(1), "cls.bias": extra };
  for (const [file, bytes] of createCheckpointFiles(1, { tensors })) {
    await writeFile(join(model, file), bytes);
  }
  const pairs = reference.pairs.map(({ query, document }) => JSON.stringify({ query, document }));
  const [from, out] = [join(folder, "pairs.jsonl"), join(folder, "scores.txt")];
  await writeFile(from, `${pairs.join("\n")}\n`);
  const type = createCommandRunner(new NodeFiles(), [rerank]);
  const { code, note } = await type("rerank", from, "--model", model, "--out", out);
  expect(code).toBe(0);
  expect(note).toContain("not used: cls.bias");
  const scores = (await readFile(out, "utf8")).trimEnd().split("\n").map(Number);
  expect(scores).toHaveLength(reference.pairs.length);
  for (const [i, { logits1 }] of reference.pairs.entries()) {
    expect(scores[i]).toBeCloseTo(logits1[0] as number, 4);
  }
});
