/** The declarations of the rankers that use term dependence or proximity. */

import { markovRandomField } from "../dependence/markov-random-field.ts";
import { PROXIMITY_MEASURES, type ProximityMeasure } from "../dependence/proximity-measures.ts";
import { proximityRanker } from "../dependence/proximity-ranker.ts";
import type { Ranker } from "../ranker.ts";
import {
  integerOption,
  type LayeredDeclaration,
  type NumberOption,
  type OptionDeclaration,
  type OptionReader,
  type PlainDeclaration,
  shareOption,
} from "./declaration.ts";

export const PROXIMITY: LayeredDeclaration = {
  kind: "layered",
  base: "bm25",
  name: "proximity",
  summary: "adds a bonus for query terms that occur close together",
  formula:
    "score of the base + log(alpha + exp(-distance)); distance is the length for a document with fewer than two of the terms",
  source: "Tao and Zhai, SIGIR 2007",
  options: [
    {
      kind: "choice",
      name: "measure",
      summary: "how distance is measured",
      default: "min-dist",
      choices: PROXIMITY_MEASURES,
      isPositional: true,
    },
    {
      kind: "number",
      name: "alpha",
      summary: "smaller values give proximity more weight",
      default: 0.3,
      min: Number.MIN_VALUE,
      max: Number.MAX_VALUE,
    },
    {
      kind: "choice",
      name: "normalised",
      summary: "divide span by the number of occurrences and cover by the number of terms",
      default: "no",
      choices: { no: "not divided", yes: "divided" },
    },
  ],
  build: (values, base) =>
    proximityRanker(base, {
      measure: values.choice<ProximityMeasure>("measure"),
      alpha: values.number("alpha"),
      isNormalised: values.choice("normalised") === "yes",
    }),
};

const FIELD_SOURCE = "Metzler and Croft, SIGIR 2005";

const MU: NumberOption = {
  kind: "number",
  name: "mu",
  summary: "number of pseudo-occurrences that the prior adds",
  default: 1000,
  min: Number.MIN_VALUE,
  max: Number.MAX_VALUE,
};

const GROUPS: OptionDeclaration = {
  kind: "choice",
  name: "groups",
  summary: "how the features of one kind are combined",
  default: "mean",
  choices: { mean: "their mean", sum: "their sum" },
};

const BACKGROUND: OptionDeclaration = {
  kind: "choice",
  name: "background",
  summary: "expected probability of a feature",
  default: "cf",
  choices: { cf: "cf/|C|", inverse: "|C|/cf, under which rare features count less" },
};

export const FI: PlainDeclaration = {
  kind: "plain",
  name: "fi",
  summary: "Markov random field of single terms (full independence)",
  formula: "mean over terms of log((tf + mu·cf/|C|) / (length + mu))",
  source: FIELD_SOURCE,
  options: [MU, GROUPS, BACKGROUND],
  build: (values) =>
    markovRandomField({
      dependence: { kind: "none" },
      mu: values.number("mu"),
      groups: values.choice("groups"),
      background: values.choice("background"),
    }),
};

export const SDM: PlainDeclaration = {
  kind: "plain",
  name: "sdm",
  summary: "Markov random field of terms and neighbouring pairs (sequential dependence)",
  formula:
    "weighted means over terms, ordered and unordered pairs of log((tf + mu·cf/|C|) / (length + mu))",
  source: FIELD_SOURCE,
  options: createWindowOptions(0.85, 0.1, 0.05),
  presets: { galago: { mu: 1500, terms: 0.8, ordered: 0.15, unordered: 0.05 } },
  build: (values) => createWindowRanker("sequential", values, {}),
};

export const FDM: PlainDeclaration = {
  kind: "plain",
  name: "fdm",
  summary: "Markov random field of terms and all their combinations (full dependence)",
  formula:
    "weighted means over terms, ordered and unordered windows of log((tf + mu·cf/|C|) / (length + mu))",
  source: FIELD_SOURCE,
  options: [
    ...createWindowOptions(0.8, 0.1, 0.1),
    integerOption("max-terms", "maximum number of terms in a window", 3, 2, 6),
    integerOption(
      "max-length",
      "number of leading query terms that windows are made of",
      12,
      2,
      20,
    ),
  ],
  build: (values) =>
    createWindowRanker("full", values, {
      maxTerms: values.number("max-terms"),
      maxLength: values.number("max-length"),
    }),
};

function createWindowRanker(
  kind: "sequential" | "full",
  values: OptionReader,
  limits: { maxTerms?: number; maxLength?: number },
): Ranker {
  return markovRandomField({
    dependence: { kind, gap: values.number("gap"), width: values.number("width"), ...limits },
    mu: values.number("mu"),
    terms: values.number("terms"),
    ordered: values.number("ordered"),
    unordered: values.number("unordered"),
    groups: values.choice("groups"),
    background: values.choice("background"),
  });
}

function createWindowOptions(
  terms: number,
  ordered: number,
  unordered: number,
): OptionDeclaration[] {
  return [
    MU,
    shareOption("terms", "weight of single terms", terms),
    shareOption("ordered", "weight of ordered windows", ordered),
    shareOption("unordered", "weight of unordered windows", unordered),
    integerOption(
      "gap",
      "maximum distance between neighbouring terms of an ordered window",
      1,
      1,
      100,
    ),
    integerOption("width", "width of an unordered window, in words per term", 4, 1, 100),
    GROUPS,
    BACKGROUND,
  ];
}
