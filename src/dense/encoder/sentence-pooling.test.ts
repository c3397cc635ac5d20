/**
 * Encoders as BGE and E5 are read, the state of the first token or the mean of
 * all and with prefixes, give the vectors of Hugging Face's transformers
 * (test/reference/sentence-pooling.py) in floats and in whole numbers.
 */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHashedValues } from "../../models/bert/hashed-values.contract.ts";
import {
  createTinyTokenizer,
  encodeJson,
  TINY_CONFIG,
} from "../../models/bert/tiny-bert.contract.ts";
import { BERT, listParameters, openPretrained, type PretrainedBert } from "../../models/index.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { plainBackend, wasmBackend, writeSafetensors } from "../../tensor/index.ts";
import { type EncoderEngine, type EncoderOptions, SentenceEncoder } from "./sentence-encoder.ts";

interface Reference {
  readonly texts: readonly string[];
  readonly models: Readonly<
    Record<
      string,
      EncoderOptions & { readonly queries: number[][]; readonly documents: number[][] }
    >
  >;
}

const { texts, models } = JSON.parse(
  readFileSync(new URL("../../../test/reference/sentence-pooling.json", import.meta.url), "utf8"),
) as Reference;

let bert: PretrainedBert;
beforeAll(async () => {
  const tokenizer = createTinyTokenizer();
  const { vocab } = tokenizer.model as { vocab: object };
  const pieces = Object.keys(vocab).length;
  const shape = { layers: 3, width: 32, heads: 2, units: 64, places: 64, queryPlaces: 32 };
  const tensors = listParameters(BERT.create(pieces, shape)).map((variable) => [
    String(variable.attributes.name),
    {
      shape: variable.shape as readonly number[],
      values: new Float32Array(createHashedValues(variable)),
    },
  ]);
  const config = {
    ...TINY_CONFIG,
    hidden_size: 32,
    intermediate_size: 64,
    num_hidden_layers: 3,
    max_position_embeddings: 64,
    vocab_size: pieces,
  };
  const files = new MemoryFiles({
    "bert/config.json": encodeJson(config),
    "bert/tokenizer.json": encodeJson(tokenizer),
    "bert/model.safetensors": writeSafetensors({
      tensors: Object.fromEntries(tensors),
      metadata: {},
    }),
  });
  bert = await openPretrained(files, "bert");
});

const ENGINES: readonly (readonly [string, EncoderEngine, number])[] = [
  ["plain floats", { backend: plainBackend() }, 1e-6],
  ["floats in WASM", { backend: wasmBackend() }, 1e-5],
  ["whole numbers in WASM", {}, 2e-3],
];

describe.each(Object.keys(models))("read as %s", (name) => {
  const { queries, documents, ...options } = models[name] as (typeof models)[string];

  describe.each(ENGINES)("in %s", (_, engine, tolerance) => {
    let encoder: SentenceEncoder;
    beforeAll(async () => {
      encoder = await SentenceEncoder.open(bert, { ...options, ...engine });
    });
    afterAll(() => encoder.close());

    test("queries have the vectors of the reference", async () => {
      for (const [i, text] of texts.entries()) {
        expectNear(await encoder.query(text), queries[i] as number[], tolerance);
      }
    });

    test("documents have the vectors of the reference, in one batch", async () => {
      expectNear(await encoder.documents(texts), documents.flat(), tolerance);
    });
  });

  test("in int16, a text has the same bytes alone and in any batch", async () => {
    const encoder = await SentenceEncoder.open(bert, options);
    const many = Array.from({ length: 40 }, (_, i) => (texts[i % 5] as string).repeat(1 + (i % 3)));
    const together = await encoder.documents(many);
    for (const [i, text] of many.entries()) {
      expect(await encoder.documents([text])).toEqual(together.slice(32 * i, 32 * i + 32));
    }
    await encoder.close();
  });
});

test("a NaN weight survives int16 quantisation", async () => {
  const name = "bert.encoder.layer.1.intermediate.dense.weight";
  const damaged = Float32Array.from(bert.values.get(name) as Float32Array);
  damaged[17] = Number.NaN;
  const values = new Map(bert.values).set(name, damaged);
  const encoder = await SentenceEncoder.open({ ...bert, values });
  expect((await encoder.query("egg")).some(Number.isNaN)).toBe(true);
  await encoder.close();
});

function expectNear(actual: Float32Array, expected: readonly number[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) {
    expect(Math.abs((actual[i] as number) - value)).toBeLessThan(tolerance);
  }
}
