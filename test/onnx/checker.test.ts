/** Exported models pass the `onnx` checker; TERMWISE_PYTHON names a Python that has it. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  convKnrm,
  createConvKnrm,
  createKnrm,
  initialConvKnrm,
  initialKnrm,
  knrm,
  PairBatcher,
  tripleInputs,
  writeInitialValues,
} from "../../src/models/index.ts";
import { referenceTriples } from "../../src/models/reference-training.contract.ts";
import { wasmBackend, writeOnnx } from "../../src/tensor/index.ts";

const small = { vocabulary: 60, dimensions: 20 };
const inputs = tripleInputs(60);
const plain = createKnrm(small);
const conv = createConvKnrm({ ...small, filters: 8 });

test.each([
  ["KNRM", knrm(plain, inputs), initialKnrm(plain, new Random(1)), "drop"],
  ["ConvKNRM", convKnrm(conv, inputs), initialConvKnrm(conv, new Random(1)), "blank"],
] as const)(
  "%s passes and scores as the wasm backend does",
  async (_name, scores, values, unknown) => {
    const session = await wasmBackend().open([...values.keys()]);
    await writeInitialValues(session, values);
    const batch = new PairBatcher(60, unknown).triples(referenceTriples(0));
    const { outputs } = await (await session.prepare({ outputs: { scores } })).run(batch);
    const lists = Object.entries(batch).map(([name, list]) => [name, Array.from(list)]);
    const folder = mkdtempSync(join(tmpdir(), "onnx-"));
    try {
      writeFileSync(join(folder, "model.onnx"), writeOnnx({ outputs: { scores } }, { values }));
      const expected = Array.from(outputs.scores ?? []);
      const facts = JSON.stringify({ inputs: Object.fromEntries(lists), scores: expected });
      writeFileSync(join(folder, "batch.json"), facts);
      const script = join(import.meta.dirname, "check.py");
      const python = process.env.TERMWISE_PYTHON ?? "python3";
      const printed = execFileSync(python, [script, folder], { encoding: "utf8" });
      expect(printed).toContain("largest difference");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
