import { describe, expect, test } from "vitest";
import { hashToUnit } from "../models/bert/hashed-values.contract.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { readTokenizer } from "../text/word-pieces/index.ts";
import {
  type CheckpointChanges,
  createCheckpointFiles,
  createTensors,
  reference,
} from "./cross-encoder.contract.ts";
import { indexInMemory } from "./index-in-memory.ts";
import { scoreTexts } from "./score-texts.ts";
import { openModel, openReranker } from "./trained-models.ts";

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const createCheckpoint = (outputs: number, changes: CheckpointChanges = {}): MemoryDirectory =>
  new MemoryDirectory(createCheckpointFiles(outputs, changes));

describe("a published cross-encoder re-ranks as it is:", () => {
  test.each([1, 2] as const)(
    "the logits of %i outputs equal those of transformers",
    async (outputs) => {
      const model = await openModel(createCheckpoint(outputs));
      expect(model.unusedTensors).toEqual([]);
      const reader = await indexInMemory([]);
      const reranker = await openReranker(model, reader);
      for (const { query, document, logits1, logits2 } of reference.pairs) {
        const [first = 0, second = 0] = outputs === 1 ? logits1 : logits2;
        const [score] = await scoreTexts(query, [document], model);
        expect(Math.abs(Number(score) - (outputs === 1 ? first : second - first))).toBeLessThan(
          1e-4,
        );
      }
      await reranker.close();
      await reader.close();
    },
  );

  test("pairs have the ids of transformers, truncated together", async () => {
    const model = await openModel(createCheckpoint(1));
    const reader = await indexInMemory([]);
    const reranker = await openReranker(model, reader);
    const { sequences } = reranker;
    for (const { query, document, ids, sides } of reference.pairs) {
      const pair = sequences.pair(sequences.query(query), sequences.text(document));
      expect([...Array.from(pair.query), ...Array.from(pair.document)]).toEqual(ids);
      expect(pair.query.length).toBe(sides.filter((side) => side === 0).length);
    }
    const count = (text: string): number => model.pieces?.encode(text).length ?? 0;
    const cutPairs = reference.pairs.filter(
      ({ query, document }) => count(query) + count(document) + 3 > 40,
    ).length;
    expect(cutPairs).toBeGreaterThan(5);
    expect(sequences.pairCounts).toEqual({ read: reference.pairs.length, cut: cutPairs });
    await reranker.close();
    await reader.close();
  });

  test("10,000 texts have the token ids of transformers", () => {
    const pieces = readTokenizer(encode(reference.tokenizer), "tokenizer.json");
    const { fragments, checksums } = reference;
    expect(checksums).toHaveLength(100);
    for (const [block, expected] of checksums.entries()) {
      let checksum = 2166136261;
      for (let n = block * 100; n < (block + 1) * 100; n++) {
        const length = 1 + Math.floor(hashToUnit(n * 64) * 40);
        const parts = Array.from({ length }, (_, k) => hashToUnit(n * 64 + k + 1));
        const text = parts.map((x) => fragments[Math.floor(x * fragments.length)]).join("");
        for (const id of [...pieces.encode(text), 0xffff]) {
          checksum = Math.imul(checksum ^ id, 16777619) >>> 0;
        }
      }
      expect(checksum, `texts from ${block * 100}`).toBe(expected);
    }
  });

  test.each([
    [
      { sbert_ce_default_activation_function: "torch.nn.modules.linear.Identity" },
      (x: number) => x,
    ],
    [
      { sentence_transformers: { activation_fn: "torch.nn.modules.activation.Sigmoid" } },
      (x: number) => 1 / (1 + Math.exp(-x)),
    ],
  ])("the activation of %j is applied", async (config, activate) => {
    const model = await openModel(createCheckpoint(1, { config }));
    const [{ query, document, logits1 }] = reference.pairs as [(typeof reference.pairs)[number]];
    const [score] = await scoreTexts(query, [document], model);
    expect(score).toBeCloseTo(activate(logits1[0] as number), 5);
  });

  test("every tensor that is not used is named", async () => {
    const extra = { shape: [2], values: new Float32Array(2) };
    const tensors = { ...createTensors(1), "cls.seq.bias": extra, "bert.embeddings.ids": extra };
    const model = await openModel(createCheckpoint(1, { tensors }));
    expect([...(model.unusedTensors ?? [])].sort()).toEqual([
      "bert.embeddings.ids",
      "cls.seq.bias",
    ]);
  });

  test("documents of an index are re-ranked by it", async () => {
    const model = await openModel(createCheckpoint(1));
    const documents = reference.pairs
      .slice(0, 4)
      .map(({ document: text }, i) => ({ id: `${i}`, text }));
    const reader = await indexInMemory(documents);
    const reranker = await openReranker(model, reader);
    const scores = await reranker.score("the search", [0, 1, 2, 3]);
    const texts = documents.map(({ text }) => text);
    expect([...scores]).toEqual(await scoreTexts("the search", texts, model));
    await reranker.close();
    await reader.close();
  });
});

describe("a checkpoint is refused with the reason:", () => {
  const without = (name: string) => {
    const { [name]: _, ...tensors } = createTensors(1);
    return { tensors };
  };
  test.each<[string, number, CheckpointChanges, string]>([
    ["no head", 1, without("classifier.weight"), "it has no classifier.weight"],
    ["half a head", 1, without("classifier.bias"), "pooler or classifier is not complete"],
    [
      "another activation",
      1,
      { config: { sentence_transformers: { activation_fn: "Tanh" } } },
      "Tanh",
    ],
    ["another epsilon", 1, { config: { layer_norm_eps: 1e-5 } }, "layer_norm_eps is 0.00001"],
    ["another case", 1, { tokenizerConfig: { do_lower_case: false } }, "do_lower_case is false"],
    [
      "another truncation",
      1,
      { tokenizerConfig: { truncation_strategy: "only_first" } },
      "only_first",
    ],
    ["another network", 1, { config: { model_type: "roberta" } }, "model_type is roberta"],
  ])("%s", async (_name, outputs, changes, message) => {
    await expect(openModel(createCheckpoint(outputs, changes))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(message),
    });
  });

  test("three outputs", async () => {
    const head = { shape: [3, 16], values: new Float32Array(48) };
    const tensors = { ...createTensors(1), "classifier.weight": head };
    const opened = openModel(createCheckpoint(1, { tensors }));
    await expect(opened).rejects.toThrow("classifier.weight has 3 outputs, not 1 or 2");
  });
});
