import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { UNKNOWN, Vocabulary } from "../embeddings/index.ts";
import {
  createModel,
  listVariables,
  MODEL_KINDS,
  type ModelOptions,
  writeInitialValues,
} from "../models/index.ts";
import { PairScorer, type TrainedModel } from "../scoring/index.ts";
import { plainBackend } from "../tensor/index.ts";
import { completeOptions } from "../text/index.ts";
import { computePairInsight } from "./pair-insight.ts";
import { computeTermSalience } from "./term-salience.ts";

const vocabulary = new Vocabulary(["red", "blue", "wool"], Float64Array.of(3, 2, 1));
const [RED, BLUE, WOOL] = [2, 3, 4] as const;

function createTrainedModel(name: string, options: ModelOptions = {}): TrainedModel {
  const model = createModel(name, vocabulary.size, { dimensions: 2, ...options });
  const idf = Float32Array.of(0, 0, 1, 2, 3);
  const values = new Map(model.initialValues(new Random(1), { idf }));
  // Rows 0 and 1 are padding and unknown; red and blue are at a right angle, wool between them.
  values.set(model.embeddings, Float32Array.from([0, 0, 9, 9, 2, 0, 0, 3, 1, 1]));
  const description = {
    model: name,
    options: model.options,
    analysis: completeOptions(),
    sequences: { form: "stem", queryLength: 30, documentLength: 180 },
  } as const;
  return { description, model, values, vocabulary };
}

async function computeScore(
  { model, values }: TrainedModel,
  query: readonly number[],
  document: readonly number[],
): Promise<number> {
  const session = await plainBackend().open(listVariables(model));
  await writeInitialValues(session, values);
  const [score] = await (await PairScorer.open(model, session)).score([{ query, document }]);
  await session.close();
  return Number(score);
}

function findValues({ values }: TrainedModel, name: string): Float32Array {
  return [...values].find(([{ attributes }]) => attributes.name === name)?.[1] as Float32Array;
}

function computeSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

describe("contributions", () => {
  const ADDING = ["knrm", "knrm-idf", "s-knrm", "conv-knrm", "s-conv-knrm", "drmm"];
  const texts = [
    { query: [RED, WOOL], document: [BLUE, RED] },
    { query: [WOOL, UNKNOWN, RED], document: [UNKNOWN, BLUE, WOOL] },
    { query: [UNKNOWN], document: [RED] },
  ];

  test.each(ADDING)(
    "of the query words of %s, and of its kernels, add up to its score",
    async (name) => {
      const model = createTrainedModel(name);
      for (const { query, document } of texts) {
        const insight = await computePairInsight(plainBackend(), model, query, document);
        const { contributions = [], kernels } = insight;
        expect(contributions).toHaveLength(query.length);
        const score = await computeScore(model, query, document);
        expect(contributions.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 6);
        if (name === "drmm") continue;
        expect(kernels).toHaveLength(name.includes("conv") ? 99 : 11);
        const sum = kernels?.reduce((total, { feature, weight }) => total + feature * weight, 0);
        expect(sum).toBeCloseTo(score, 6);
      }
    },
  );

  test("of a word that a model drops are 0", async () => {
    const { contributions } = await computePairInsight(
      plainBackend(),
      createTrainedModel("knrm"),
      [RED, UNKNOWN],
      [RED],
    );
    expect(contributions?.[1]).toBe(0);
    expect(contributions?.[0]).not.toBe(0);
  });

  const WINDOWED = ["pacrr", "pacrr-noidf", "s-pacrr"];

  test.each(WINDOWED)(
    "of the query words of %s, of the matches they keep, and of its biases add up to its score",
    async (name) => {
      const model = createTrainedModel(name, { hidden: "4,3", queryLength: 5 });
      for (const { query, document } of texts) {
        const insight = await computePairInsight(plainBackend(), model, query, document);
        const { contributions = [], rest = Number.NaN, windows = [], idf = [] } = insight;
        expect(contributions).toHaveLength(query.length);
        const score = await computeScore(model, query, document);
        expect(computeSum(contributions) + rest).toBeCloseTo(score, 6);
        expect(idf).toHaveLength(name === "pacrr" ? query.length : 0);
        for (const [i, contribution] of contributions.entries()) {
          const matches = windows.flatMap((rows) => rows[i] ?? []);
          const parts = matches.map((match) => match.contribution ?? Number.NaN);
          expect(computeSum(parts) + (idf[i] ?? 0)).toBeCloseTo(contribution, 6);
        }
      }
    },
  );

  test("of the biases of pacrr equal the output of its active units for zero input", async () => {
    const model = createTrainedModel("pacrr-noidf", {
      hidden: "4",
      queryLength: 2,
      longest: 1,
      top: 1,
    });
    // Two query words of one feature each, their best cosines: red finds red (1), wool finds blue (1/√2).
    const features = [1, Math.SQRT1_2];
    const [weights, bias, last] = [
      findValues(model, "combine1.weights"),
      findValues(model, "combine1.bias"),
      findValues(model, "combine2.weights"),
    ];
    const units = Array.from(bias, (offset, unit) =>
      features.reduce((sum, x, i) => sum + x * Number(weights[i * 4 + unit]), offset),
    );
    const active = units.map((value, unit) => (value > 0 ? Number(last[unit]) : 0));
    const insight = await computePairInsight(plainBackend(), model, [RED, WOOL], [RED, BLUE]);
    expect(insight.rest).toBeCloseTo(
      computeSum(active.map((w, unit) => w * Number(bias[unit]))),
      6,
    );
    const byHand = features.map(
      (x, i) => x * computeSum(active.map((w, unit) => w * Number(weights[i * 4 + unit]))),
    );
    expect(insight.contributions?.[0]).toBeCloseTo(Number(byHand[0]), 6);
    expect(insight.contributions?.[1]).toBeCloseTo(Number(byHand[1]), 6);
  });

  test("are absent for pacrr with an LSTM, which is not piecewise linear", async () => {
    const model = createTrainedModel("pacrr", { combine: "lstm" });
    const insight = await computePairInsight(plainBackend(), model, [RED], [BLUE, RED]);
    expect(insight).not.toHaveProperty("contributions");
    expect(insight.windows?.[0]?.[0]?.[0]).not.toHaveProperty("contribution");
  });

  const others = MODEL_KINDS.map(({ name }) => name).filter(
    (name) => !ADDING.includes(name) && !WINDOWED.includes(name),
  );
  test.each(others.filter((name) => name !== "bert"))("are absent for %s", async (name) => {
    const insight = await computePairInsight(
      plainBackend(),
      createTrainedModel(name),
      [RED],
      [BLUE, RED],
    );
    expect(insight).not.toHaveProperty("contributions");
    expect(insight).not.toHaveProperty("kernels");
  });
});

describe("gates", () => {
  test("of s-knrm are the saliences of the two words of a match", async () => {
    const model = createTrainedModel("s-knrm");
    const { gated = [] } = await computePairInsight(
      plainBackend(),
      model,
      [WOOL, UNKNOWN],
      [RED, UNKNOWN, WOOL],
    );
    const [red, , wool] = (await computeTermSalience(plainBackend(), model)).map(
      ({ salc }) => salc,
    );
    // The vectors of wool and red are 45 degrees apart; an unknown word matches nothing.
    expect(gated[0]?.[0]).toBeCloseTo(Math.SQRT1_2 * Number(wool) * Number(red), 6);
    expect(gated[0]?.[2]).toBeCloseTo(Number(wool) ** 2, 6);
    expect([gated[0]?.[1], ...(gated[1] ?? [])]).toEqual([0, 0, 0, 0]);
  });

  test("of knrm-idf are the idf scaled to [0, 1]", async () => {
    // The idfs 1, 2 and 3 of red, blue and wool become 0, ½ and 1; blue and wool are 45 degrees
    // apart.
    const pair = [createTrainedModel("knrm-idf"), [BLUE, RED], [BLUE, WOOL]] as const;
    const { gated = [] } = await computePairInsight(plainBackend(), ...pair);
    expect(gated[0]?.[0]).toBeCloseTo(0.25, 6);
    expect(gated[0]?.[1]).toBeCloseTo(0.5 * Math.SQRT1_2, 6);
    expect([...(gated[1] ?? [])]).toEqual([0, 0]);
  });

  test("of s-conv-knrm are on n-grams, not on words", async () => {
    const model = createTrainedModel("s-conv-knrm");
    const insight = await computePairInsight(plainBackend(), model, [RED, WOOL], [BLUE, RED]);
    expect(insight).not.toHaveProperty("gated");
    const [first] = insight.ngrams ?? [];
    const [red] = (await computeTermSalience(plainBackend(), model)).map(({ salc }) => salc);
    // An n-gram of one word with itself has cosine 1.
    const itself = first?.rows[0]?.find(({ place }) => place === 1);
    expect(first).toMatchObject({ query: 1, document: 1 });
    expect(itself?.value).toBeCloseTo(Number(red) ** 2, 6);
  });

  test("of s-pacrr apply to the matches that a query word keeps: its salience times the largest of the document", async () => {
    const model = createTrainedModel("s-pacrr");
    const [query, document] = [
      [RED, WOOL],
      [BLUE, WOOL],
    ];
    const insight = await computePairInsight(plainBackend(), model, query, document);
    expect(insight).not.toHaveProperty("gated");
    const table = (await computeTermSalience(plainBackend(), model)).map(({ salc }) => salc);
    const [red, blue, wool] = table as [number, number, number];
    const [weights, bias] = [
      findValues(model, "salience.window1.weights"),
      findValues(model, "salience.window1.bias"),
    ];
    const filtered = [blue, wool].map((salience) =>
      Math.max(...weights.map((weight, i) => Math.max(0, weight * salience + Number(bias[i])))),
    );
    filtered.sort((a, b) => b - a);
    const gates = insight.windows?.[0]?.map((row) => row.map(({ gate }) => gate));
    for (const [i, salience] of [red, wool].entries()) {
      expect(gates?.[i]?.[0]).toBeCloseTo(salience * Number(filtered[0]), 6);
      expect(gates?.[i]?.[1]).toBeCloseTo(salience * Number(filtered[1]), 6);
    }
  });
});

test("n-gram matches of conv-knrm are cosines, 1 for an n-gram with itself", async () => {
  const { ngrams = [] } = await computePairInsight(
    plainBackend(),
    createTrainedModel("conv-knrm"),
    [RED, WOOL],
    [RED, WOOL],
  );
  expect(ngrams.map(({ query, document }) => [query, document])).toContainEqual([2, 2]);
  const [row] = ngrams.find(({ query, document }) => query === 2 && document === 2)?.rows ?? [];
  expect(row?.[0]).toEqual({ place: 0, value: expect.closeTo(1, 6) });
});

test("kernels are named by the similarity that they count", async () => {
  const { kernels } = await computePairInsight(
    plainBackend(),
    createTrainedModel("knrm"),
    [RED],
    [RED],
  );
  expect(kernels?.slice(0, 3).map(({ name }) => name)).toEqual(["exact", "0.9", "0.7"]);
  // One query word with one exact match: 0.01 · log 1 = 0.
  expect(kernels?.[0]?.feature).toBeCloseTo(0, 6);
  const { kernels: crossed } = await computePairInsight(
    plainBackend(),
    createTrainedModel("conv-knrm"),
    [RED],
    [RED],
  );
  expect(crossed?.[12]?.name).toBe("1×2 0.9");
});

test("windows keep the largest matches of each query term, with their positions", async () => {
  const model = createTrainedModel("pacrr");
  const { windows = [] } = await computePairInsight(
    plainBackend(),
    model,
    [RED, WOOL],
    [BLUE, WOOL, RED],
  );
  expect(windows).toHaveLength(3);
  // Cosines of red with blue, wool and red: 0, 1/√2, 1.
  expect(windows[0]?.[0]?.map(({ place }) => place)).toEqual([2, 1, 0]);
  expect(windows[0]?.[0]?.[1]?.value).toBeCloseTo(Math.SQRT1_2, 6);
  expect(windows[0]?.[1]?.[0]).toMatchObject({ place: 1, value: expect.closeTo(1, 6) });
});

describe("occlusion", () => {
  const SMALL: Readonly<Record<string, ModelOptions>> = {
    "match-pyramid": {},
    duet: { queryLength: 5, documentLength: 12, filters: 3, hidden: "4" },
    pacrr: { combine: "lstm", queryLength: 5 },
  };

  test.each(Object.keys(SMALL))(
    "of a token is the score of %s less the score without it",
    async (name) => {
      const model = createTrainedModel(name, SMALL[name] ?? {});
      const [query, document] = [
        [RED, WOOL],
        [BLUE, RED, WOOL],
      ];
      const { occlusion, contributions } = await computePairInsight(
        plainBackend(),
        model,
        query,
        document,
      );
      expect(contributions).toBeUndefined();
      const score = await computeScore(model, query, document);
      const changes = [
        score - (await computeScore(model, [WOOL], document)),
        score - (await computeScore(model, [RED], document)),
      ];
      expect(occlusion?.query).toHaveLength(2);
      for (const [i, change] of changes.entries()) {
        expect(occlusion?.query[i]).toBeCloseTo(change, 5);
      }
      expect(occlusion?.document).toHaveLength(3);
      expect(occlusion?.document[1]).toBeCloseTo(
        score - (await computeScore(model, query, [BLUE, WOOL])),
        5,
      );
    },
  );

  test("is defined for a query of one word", async () => {
    const model = createTrainedModel("match-pyramid");
    const { occlusion } = await computePairInsight(plainBackend(), model, [RED], [BLUE]);
    expect(occlusion?.query).toHaveLength(1);
    expect(Number.isFinite(occlusion?.query[0])).toBe(true);
  });

  test("is absent where contributions add up", async () => {
    const insight = await computePairInsight(
      plainBackend(),
      createTrainedModel("knrm"),
      [RED],
      [BLUE],
    );
    expect(insight).not.toHaveProperty("occlusion");
  });
});
