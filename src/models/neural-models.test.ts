import { describe, expect, test } from "vitest";
import { BERT, BERT_LARGE } from "./bert/index.ts";
import { CONV_KNRM } from "./conv-knrm.ts";
import { DRMM } from "./drmm.ts";
import { DUET, DUET_MATCHZOO, DUET_V1 } from "./duet.ts";
import { countParameters } from "./initial-values.ts";
import { KNRM } from "./knrm.ts";
import { createSingleLayerOptions, MATCH_PYRAMID } from "./match-pyramid.ts";
import { type ModelContract, modelContract } from "./neural-model.contract.ts";
import { countModelParameters, type ModelKind, type ModelOptions } from "./neural-model.ts";
import { PACRR, PACRR_NO_IDF } from "./pacrr.ts";
import { S_CONV_KNRM } from "./s-conv-knrm.ts";
import { KNRM_IDF, S_KNRM } from "./s-knrm.ts";
import { S_PACRR } from "./s-pacrr.ts";

const SMALL_PACRR = { dimensions: 8, filters: 4, top: 3, queryLength: 6, hidden: "20,5" };
const SMALL_PYRAMID = { dimensions: 8, filters: 4, pools: "3x6", hidden: "10" };

const SMALL_DUET = {
  dimensions: 8,
  queryLength: 6,
  documentLength: 12,
  filters: 6,
  pool: 3,
  hidden: "8,8",
};

const SMALL_S_CONV = { dimensions: 8, filters: 6, longest: 2, salienceUnits: 7 };
const TRIGRAMS = { smallest: 3, largest: 3, buckets: 50 };

const TINY_BERT = { layers: 2, width: 8, heads: 2, units: 16, places: 24, queryPlaces: 8 };

const MODELS: readonly ModelContract[] = [
  { kind: KNRM, options: { dimensions: 10 } },
  { kind: KNRM_IDF, options: { dimensions: 10 } },
  { kind: S_KNRM, options: { dimensions: 10, salienceUnits: 7 } },
  { kind: CONV_KNRM, options: { dimensions: 8, filters: 6 } },
  { kind: S_CONV_KNRM, options: SMALL_S_CONV },
  { kind: PACRR, options: SMALL_PACRR },
  { kind: PACRR, options: { ...SMALL_PACRR, combine: "lstm" } },
  { kind: PACRR_NO_IDF, options: SMALL_PACRR },
  { kind: S_PACRR, options: { ...SMALL_PACRR, salienceUnits: 7 } },
  { kind: S_PACRR, options: { ...SMALL_PACRR, salienceUnits: 7, combine: "lstm" } },
  { kind: MATCH_PYRAMID, options: { ...SMALL_PYRAMID, pools: "4x8,3x5,2x3" } },
  { kind: MATCH_PYRAMID, options: { ...SMALL_PYRAMID, similarity: "dot", kernel: "1x3" } },
  // The value of a term is a tanh and its gate a share, so one term of many cannot lead by 1.
  { kind: DRMM, options: { dimensions: 8 }, learnedQuery: 1, rate: 0.05 },
  { kind: DRMM, options: { dimensions: 8, gate: "vector" }, learnedQuery: 1, rate: 0.05 },
  { kind: DUET, options: SMALL_DUET },
  { kind: DUET, options: { ...DUET_V1, ...SMALL_DUET } },
  { kind: DUET, options: { ...DUET_MATCHZOO, ...SMALL_DUET, hidden: "8" } },
  { kind: BERT, options: TINY_BERT, rate: 0.003 },
  { kind: KNRM, options: { dimensions: 10 }, ngrams: TRIGRAMS },
  { kind: KNRM_IDF, options: { dimensions: 10 }, ngrams: TRIGRAMS },
  { kind: S_CONV_KNRM, options: SMALL_S_CONV, ngrams: TRIGRAMS },
  { kind: S_PACRR, options: { ...SMALL_PACRR, salienceUnits: 7 }, ngrams: TRIGRAMS },
  { kind: MATCH_PYRAMID, options: SMALL_PYRAMID, ngrams: TRIGRAMS },
];

describe.each(MODELS)("$kind.name $options $ngrams", (contract) => {
  modelContract(contract);
});

describe("the number of parameters besides the embeddings follows from the layers:", () => {
  const salience = 300 * 300 + 300 + 300 + 1;
  const counts: readonly [string, ModelKind, ModelOptions, number][] = [
    // Eleven kernels; the gated models learn the scale of the features too.
    ["11 kernels", KNRM, {}, 11],
    ["11 kernels and a scale", KNRM_IDF, {}, 12],
    ["11 kernels, a scale and a salience net", S_KNRM, {}, 12 + salience],
    // 300 · (1 + 2 + 3) · 128 weights, 3 · 128 biases, 9 · 11 kernels: 230,883.
    ["n-grams of 128", CONV_KNRM, {}, 230_883],
    // The lecture's table: 110,022,399 with 364,938 rows of 300.
    ["n-grams of 300", CONV_KNRM, { filters: 300 }, 110_022_399 - 364_938 * 300],
    // Salience of 128 inputs: 128 · 300 + 300 + 300 + 1.
    ["n-grams and a salience net", S_CONV_KNRM, {}, 230_883 + 1 + 39_001],
    // Windows 4 · 32 + 32 and 9 · 32 + 32; 30 · 16 features → 100 → 10 → 1: 48,100 + 1,010 + 10.
    ["windows and a perceptron", PACRR, {}, 480 + 49_120],
    // 30 · 15 features: 45,100 + 1,010 + 10.
    ["one feature less a term", PACRR_NO_IDF, {}, 480 + 46_120],
    // An LSTM of one unit: 4 · 16 + 4 + 4.
    ["windows and a memory", PACRR, { combine: "lstm" }, 480 + 72],
    // Windows of 1, 2 and 3 saliences: 64 + 96 + 128.
    ["windows of both kinds", S_PACRR, {}, 480 + 46_120 + 288 + salience],
    // The lecture's table: 109,539,960 with 364,938 rows of 300.
    ["five layers", MATCH_PYRAMID, {}, 109_539_960 - 364_938 * 300],
    // 9 · 8 + 8 filters; 3 · 10 · 8 features → 20 → 1.
    ["one layer", MATCH_PYRAMID, createSingleLayerOptions("3x3"), 80 + 4_820 + 20],
    // 30 · 5 + 5 and 5 + 1, one weight of the gate.
    ["a network for histograms", DRMM, {}, 162],
    // Local: 200 · 300 + 300, 20 · 300 inputs → 300 → 300. Distributed: 900 · 300 + 300
    // and 300 · 300 + 300 for each side, 99 · 300 inputs → 300 → 300. Joint: 300 → 300
    // → 300 → 1.
    [
      "two networks, joined",
      DUET,
      {},
      60_300 + 1_800_300 + 90_300 + 2 * (270_300 + 90_300) + 8_910_300 + 90_300 + 2 * 90_300 + 301,
    ],
    // 1000 · 300 + 300, 10 · 300 → 300 → 300 → 1; letter graphs 6000 · 300 + 300 and
    // 90,300 per side, 899 · 300 → 300 → 300 → 1.
    [
      "two networks over letter graphs",
      DUET,
      DUET_V1,
      300_300 + 900_300 + 90_300 + 301 + 2 * (1_800_300 + 90_300) + 80_910_300 + 90_300 + 301,
    ],
    // 180 · 32 + 32, 30 · 32 → 32 → 1; 900 · 32 + 32 and 32 · 32 + 32 per side, 59 · 32
    // → 32 → 1.
    [
      "two small networks",
      DUET,
      DUET_MATCHZOO,
      5_792 + 30_752 + 33 + 2 * (28_832 + 1_056) + 60_448 + 33,
    ],
  ];
  test.each(counts)("%s", (_what, kind, options, expected) => {
    expect(countParameters(kind.create(2, options).trained.network)).toBe(expected);
  });

  test("and for BERT is that of the lecture", () => {
    expect(countModelParameters(BERT.create(30_522))).toBe(109_483_778);
    expect(countModelParameters(BERT.create(30_522, BERT_LARGE))).toBe(335_143_938);
  });

  test("and includes trained embeddings", () => {
    // V = 364,938 rows of 300 in the lecture's table of sizes.
    expect(countModelParameters(KNRM.create(364_938))).toBe(109_481_411);
    expect(countModelParameters(MATCH_PYRAMID.create(364_938))).toBe(109_539_960);
    expect(countModelParameters(CONV_KNRM.create(364_938, { filters: 300 }))).toBe(110_022_399);
    expect(countModelParameters(DRMM.create(364_938))).toBe(162);
  });
});
