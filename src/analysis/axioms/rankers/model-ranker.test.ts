import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../../common/random.ts";
import { Reranker } from "../../../reranking/index.ts";
import { cosine } from "../../../scoring/index.ts";
import { wasmBackend } from "../../../tensor/index.ts";
import { createTestDocument, type TestedRanker } from "../axiom.ts";
import { testRanker } from "../axiom-suite.ts";
import { TFC1 } from "../families/term-frequency.ts";
import { openLexicon } from "../lexicon.ts";
import { probeCrossNgrams } from "../probes/cross-ngrams.ts";
import { probeHardLimit } from "../probes/hard-limit.ts";
import { createSmallIndex, type SmallIndex } from "../small-index.contract.ts";
import { TermSampler } from "../term-sampler.ts";
import { createModelRanker, createUntrainedModel } from "./model-ranker.ts";

let index: SmallIndex;
const openRerankers: Reranker[] = [];
beforeAll(async () => {
  index = await createSmallIndex();
});
afterAll(async () => {
  for (const reranker of openRerankers) await reranker.close();
});

async function createUntrainedRanker(
  kind: string,
  options = {},
): Promise<[TestedRanker, Reranker]> {
  const model = await createUntrainedModel(kind, index, {
    options: { dimensions: 16, ...options },
  });
  const { snapshot, analyzer } = index;
  const reranker = await Reranker.open(wasmBackend(), model, snapshot, analyzer);
  openRerankers.push(reranker);
  return [createModelRanker(reranker, analyzer, kind), reranker];
}

describe("a neural ranker", () => {
  test("scores words like the text that they form", async () => {
    const [under, reranker] = await createUntrainedRanker("knrm");
    const documents = ["flows over wings", "the shock of a body", ""];
    const [scores] = await under.score([
      {
        query: ["wing", "shock"],
        documents: documents.map((text) => createTestDocument(text.split(" "))),
      },
    ]);
    const expected = await reranker.scoreTexts("wing shock", documents);
    expect([...(scores as Float32Array)]).toEqual([...expected]);
  });

  test("keeps the scores of several cases apart", async () => {
    const [under] = await createUntrainedRanker("knrm");
    const first = {
      query: ["wing"],
      documents: [createTestDocument(["wing"]), createTestDocument(["gas"])],
    };
    const second = { query: ["gas"], documents: [createTestDocument(["gas", "air"])] };
    const together = await under.score([first, second]);
    expect(together.map(({ length }) => length)).toEqual([2, 1]);
    expect(together[1]).toEqual((await under.score([second]))[0]);
  });

  test("provides its word vectors, equal for forms of one stem", async () => {
    const [under] = await createUntrainedRanker("knrm");
    expect(cosine(under.getVector?.("wing"), under.getVector?.("wings"))).toBeCloseTo(1, 6);
    expect(under.getVector?.("zebra")).toBeUndefined();
  });

  test("is tested with neutral and with natural fillers", async () => {
    const [under] = await createUntrainedRanker("knrm");
    const { snapshot, analyzer } = index;
    const lexicon = await openLexicon(snapshot, analyzer);
    const results = await testRanker(under, lexicon, {
      axioms: [TFC1],
      instances: 10,
      probeDraws: 0,
    });
    expect(results.map(({ fillers }) => fillers)).toEqual(["neutral", "natural"]);
  });
});

describe("PACRR", () => {
  test.each([3, 5])("adds nothing after its %i best matches", async (top) => {
    const [under] = await createUntrainedRanker("pacrr", { top });
    const lexicon = await openLexicon(index.snapshot, index.analyzer);
    const sampler = new TermSampler(lexicon, new Random(2), { longest: 180 });
    const { finding, curve } = await probeHardLimit(under, sampler, 20);
    expect(finding).toBe(`20 of 20 terms add nothing from occurrence ${top} on (median)`);
    const [at, after] = [curve?.points[top], curve?.points[top + 1]];
    expect(after?.[1]).toBeCloseTo(at?.[1] as number, 6);
  });
});

describe("cross n-grams", () => {
  const pairs = [
    ["boundary layer", "skin"],
    ["sound speed", "shock"],
    ["wing", "zebra"],
  ] as const;

  test("are compared for models that compose them, known words only", async () => {
    const model = await createUntrainedModel("conv-knrm", index, { options: { dimensions: 16 } });
    const probe = await probeCrossNgrams(model, index.analyzer, wasmBackend(), pairs);
    expect(probe?.table.rows.map(([left, right]) => [left, right])).toEqual(pairs.slice(0, 2));
    expect(probe?.finding).toContain("1 have words that the model does not know");
  });

  test("of a phrase with itself have a cosine of 1", async () => {
    const model = await createUntrainedModel("conv-knrm", index, { options: { dimensions: 16 } });
    const same = [
      ["boundary layer", "boundary layer"],
      ["gas", "gas"],
    ] as const;
    const probe = await probeCrossNgrams(model, index.analyzer, wasmBackend(), same);
    expect(probe?.table.rows.map(([, , cosine]) => cosine)).toEqual(["1.000", "1.000"]);
  });

  test("are not computed for other models", async () => {
    const model = await createUntrainedModel("knrm", index, { options: { dimensions: 16 } });
    expect(await probeCrossNgrams(model, index.analyzer, wasmBackend())).toBeUndefined();
  });
});
