/**
 * The differentiable rankers of Frej et al. ("Learning Term Discrimination",
 * SIGIR 2020), which learned term weights are made for.
 *
 * On an index with weights they are TDV-BM25, TDV-LM and TDV-TF-IDF (Eq. 8 to
 * 10); on any other index all weights are 1, and they are what these are
 * learned from (Eq. 4 to 6).
 */

import { bagOfWords } from "../bag-of-words.ts";
import { bm25 } from "../scorers/bm25.ts";
import { dirichlet } from "../scorers/dirichlet.ts";
import { IDF_FORMULAS, type IdfForm, idf } from "../scorers/salience.ts";
import { tfIdf } from "../scorers/tf-idf.ts";
import { type BagDeclaration, type ChoiceOption, shareOption } from "./declaration.ts";

const IDF: ChoiceOption = {
  kind: "choice",
  name: "idf",
  summary: "what a term is worth, from weighted occurrences",
  default: "cf-smooth",
  choices: {
    "cf-smooth": IDF_FORMULAS["cf-smooth"],
    cf: IDF_FORMULAS.cf,
    smooth: `${IDF_FORMULAS.smooth}, which weights do not change`,
  },
};

const QUERY: ChoiceOption = {
  kind: "choice",
  name: "query",
  summary: "how much an occurrence in the query counts",
  default: "plain",
  choices: { plain: "1, as in the paper", weighted: "as much as its term weighs" },
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
      summary: "how soon repetitions in the document stop counting",
      default: 1.2,
      min: 0,
      max: Number.MAX_VALUE,
    },
    shareOption("b", "how much long documents are penalised", 0.75),
    IDF,
    QUERY,
  ],
  build: (values) =>
    bagOfWords({
      match: bm25({ k1: values.number("k1"), b: values.number("b"), form: "lecture" }),
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
      summary: "how many occurrences the collection is worth",
      default: 2500,
      min: Number.MIN_VALUE,
      max: Number.MAX_VALUE,
    },
    QUERY,
  ],
  build: (values) =>
    bagOfWords({
      match: dirichlet({ mu: values.number("mu") }),
      weighsQuery: values.choice("query") === "weighted",
    }),
};

export const TDV_TFIDF: BagDeclaration = {
  kind: "bag",
  name: "tdv-tfidf",
  summary: "weighted occurrences times rarity, blind to length",
  formula: "sum of idf·tf",
  source: SOURCE,
  options: [IDF, QUERY],
  build: (values) =>
    bagOfWords({
      match: tfIdf({ form: "tdv" }),
      salience: idf(values.choice<IdfForm>("idf")),
      weighsQuery: values.choice("query") === "weighted",
    }),
};
