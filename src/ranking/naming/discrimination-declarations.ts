/**
 * The differentiable rankers of Frej et al. ("Learning Term Discrimination",
 * SIGIR 2020), for which its term weights are learned.
 *
 * On an index with weights they are TDV-BM25, TDV-LM and TDV-TF-IDF (Eq. 8 to
 * 10). On any other index all weights are 1, and they are the models that the
 * weights are learned through (Eq. 4 to 6).
 */

import { bagOfWords } from "../bag-of-words.ts";
import { bm25Match } from "../scorers/bm25.ts";
import { dirichletMatch } from "../scorers/dirichlet.ts";
import { IDF_FORMULAS, type IdfForm, idf } from "../scorers/salience.ts";
import { tfIdfMatch } from "../scorers/tf-idf.ts";
import { type BagDeclaration, type ChoiceOption, shareOption } from "./declaration.ts";

const IDF: ChoiceOption = {
  kind: "choice",
  name: "idf",
  summary: "weight of a term, from weighted occurrences",
  default: "cf-smooth",
  choices: {
    "cf-smooth": IDF_FORMULAS["cf-smooth"],
    cf: IDF_FORMULAS.cf,
    smooth: `${IDF_FORMULAS.smooth}, independent of the weights`,
  },
};

const QUERY: ChoiceOption = {
  kind: "choice",
  name: "query",
  summary: "weight of an occurrence in the query",
  default: "plain",
  choices: { plain: "1, as in the paper", weighted: "the weight of its term" },
};

/** The language model has |q| in its length part. */
const LM_QUERY: ChoiceOption = {
  ...QUERY,
  choices: {
    ...QUERY.choices,
    whole: "1, and |q| of Eq. 10 keeps the terms that the index lacks",
  },
};

const SOURCE = "Frej, Mulhem, Schwab and Chevallet, SIGIR 2020";

export const TDV_BM25: BagDeclaration = {
  kind: "bag",
  name: "tdv-bm25",
  summary: "BM25 over weighted occurrences",
  formula: "sum of idf·(k1 + 1)·tf / (tf + k1·(1 - b + b·length / mean length))",
  source: SOURCE,
  options: [
    {
      kind: "number",
      name: "k1",
      summary: "saturation of repeated terms in a document; 0 ignores repetitions",
      default: 1.2,
      min: 0,
      max: Number.MAX_VALUE,
    },
    shareOption("b", "length normalisation, from 0 (none) to 1 (full)", 0.75),
    IDF,
    QUERY,
  ],
  build: (values) =>
    bagOfWords({
      match: bm25Match({ k1: values.number("k1"), b: values.number("b"), form: "k1-plus-1" }),
      salience: idf(values.choice<IdfForm>("idf")),
      weighsQuery: values.choice("query") === "weighted",
    }),
};

export const TDV_LM: BagDeclaration = {
  kind: "bag",
  name: "tdv-lm",
  summary: "query likelihood over weighted occurrences, smoothed with a Dirichlet prior",
  formula: "sum of log(1 + tf / (mu·cf/|C|)), plus the query's weight·log(mu / (length + mu))",
  source: SOURCE,
  options: [
    {
      kind: "number",
      name: "mu",
      summary: "number of pseudo-occurrences that the prior adds",
      default: 2500,
      min: Number.MIN_VALUE,
      max: Number.MAX_VALUE,
    },
    LM_QUERY,
  ],
  build: (values) =>
    bagOfWords({
      match: dirichletMatch({ mu: values.number("mu") }),
      weighsQuery: values.choice("query") === "weighted",
      countsWholeQuery: values.choice("query") === "whole",
    }),
};

export const TDV_TFIDF: BagDeclaration = {
  kind: "bag",
  name: "tdv-tfidf",
  summary: "weighted occurrences times idf, without length normalisation",
  formula: "sum of idf·tf",
  source: SOURCE,
  options: [IDF, QUERY],
  build: (values) =>
    bagOfWords({
      match: tfIdfMatch({ form: "raw-tf" }),
      salience: idf(values.choice<IdfForm>("idf")),
      weighsQuery: values.choice("query") === "weighted",
    }),
};
