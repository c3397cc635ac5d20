/** Every exported model has the same scores in ONNX Runtime. */

import { describe, expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import { SubwordLexicon, Vocabulary } from "../../src/embeddings/index.ts";
import { DUET_MATCHZOO, DUET_V1 } from "../../src/models/duet.ts";
import {
  createBatcher,
  createInputs,
  listVariables,
  MODEL_KINDS,
  type ModelOptions,
  writeInitialValues,
} from "../../src/models/index.ts";
import { onnxBackend, wasmBackend } from "../../src/tensor/index.ts";

const runtime = process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node";
const VOCABULARY = 80;
const idf = Float32Array.from({ length: VOCABULARY }, (_, id) => 1 + (id % 7));

/** The non-default form of models with two forms. */
const OTHER_FORMS: Readonly<Record<string, ModelOptions>> = {
  pacrr: { combine: "lstm" },
  "match-pyramid": { similarity: "dot", kernel: "1x3", pools: "4x8,2x3" },
  drmm: { gate: "vector" },
};

const SMALL_DUET = { dimensions: 8, queryLength: 8, documentLength: 90, filters: 6, hidden: "8,8" };

/** Models whose standard sizes are too large for a test. */
const SMALL_FORMS: Readonly<Record<string, readonly ModelOptions[]>> = {
  duet: [SMALL_DUET, { ...DUET_V1, ...SMALL_DUET }, { ...DUET_MATCHZOO, ...SMALL_DUET, pool: 7 }],
  bert: [{ layers: 2, width: 8, heads: 2, units: 16, places: 128, queryPlaces: 16 }],
};

const CASES = MODEL_KINDS.flatMap((kind) => {
  const other = OTHER_FORMS[kind.name];
  const standard = other === undefined ? [{}] : [{}, other];
  const forms: readonly ModelOptions[] = SMALL_FORMS[kind.name] ?? standard;
  return forms.map((options) => ({ kind, options }));
});

/** Words composed of trigrams. */
const names = Array.from({ length: VOCABULARY - 2 }, (_, i) => `word${i}`);
const lexicon = new SubwordLexicon(new Vocabulary(names, new Float64Array(names.length)), {
  smallest: 3,
  largest: 3,
  buckets: 40,
});
const SUBWORD_CASES = MODEL_KINDS.filter(({ name }) => name === "s-knrm").map((kind) => ({
  ...{ kind, options: {}, words: lexicon },
}));

describe.each([...CASES, ...SUBWORD_CASES])(
  "$kind.name $options",
  ({ kind, options, ...given }) => {
    test("scores on ONNX Runtime like on the wasm backend, to 1e-4", async () => {
      const model = kind.create("words" in given ? given.words : VOCABULARY, options);
      const values = model.initialValues(new Random(2), { idf });
      const random = new Random(9);
      const text = (longest: number): number[] =>
        Array.from({ length: 1 + random.below(longest) }, () => 1 + random.below(VOCABULARY - 1));
      const pairs = [
        ...Array.from({ length: 12 }, () => ({ query: text(8), document: text(90) })),
        { query: [1], document: [1, 1] }, // only words outside the vocabulary
      ];
      const [actual, expected] = await Promise.all(
        [onnxBackend({ runtime }), wasmBackend()].map(async (backend) => {
          const session = await backend.open(listVariables(model));
          await writeInitialValues(session, values);
          const step = await session.prepare({
            outputs: { scores: model.score(createInputs(model)) },
          });
          const { outputs } = await step.run(createBatcher(model).pairs(pairs));
          await session.close();
          return Array.from(outputs.scores ?? []);
        }),
      );
      expect(actual).toHaveLength(pairs.length);
      for (const [i, score] of (expected ?? []).entries()) {
        expect(Math.abs((actual?.[i] as number) - score), `pair ${i}`).toBeLessThan(1e-4);
      }
    });
  },
);
