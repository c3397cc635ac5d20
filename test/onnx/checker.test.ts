/** Exported models pass the `onnx` checker; TERMWISE_PYTHON names a Python that has it. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  createBatcher,
  createInputs,
  listVariables,
  MODEL_KINDS,
  writeInitialValues,
} from "../../src/models/index.ts";
import { createReferenceTriples } from "../../src/models/reference-training.contract.ts";
import { wasmBackend, writeOnnx } from "../../src/tensor/index.ts";

const VOCABULARY = 60;
/** Sizes that keep the files small. */
const BERT = { layers: 1, width: 8, heads: 2, units: 16, places: 64, queryPlaces: 16 };
const idf = Float32Array.from({ length: VOCABULARY }, (_, id) => 1 + (id % 7));

test.each(MODEL_KINDS)("$name passes and scores like the wasm backend", async (kind) => {
  const model = kind.create(VOCABULARY, kind.name === "bert" ? BERT : { dimensions: 20 });
  const values = model.initialValues(new Random(1), { idf });
  const scores = model.score(createInputs(model));
  const session = await wasmBackend().open(listVariables(model));
  await writeInitialValues(session, values);
  const batch = createBatcher(model).triples(createReferenceTriples(0));
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
});
