/** The declarations of the rankers over single terms. */

import { badArgument } from "../../common/errors.ts";
import { bagOfWords, type TermWeighting } from "../bag-of-words.ts";
import { ROUNDING } from "../rounded-clauses.ts";
import { BM25_DEFAULTS, type Bm25Form, bm25Match } from "../scorers/bm25.ts";
import { dirichletMatch } from "../scorers/dirichlet.ts";
import { jelinekMercerMatch } from "../scorers/jelinek-mercer.ts";
import { pivotedLengthMatch } from "../scorers/pivoted-length.ts";
import {
  createTableSalience,
  IDF_FORMULAS,
  type IdfForm,
  idf,
  type Salience,
} from "../scorers/salience.ts";
import { type TfIdfForm, tfIdfMatch } from "../scorers/tf-idf.ts";
import {
  type BagDeclaration,
  type ChoiceOption,
  type NumberOption,
  type OptionReader,
  shareOption,
  type TableOption,
} from "./declaration.ts";

const IDF: ChoiceOption = {
  kind: "choice",
  name: "idf",
  summary: "weight of a term",
  default: "lucene",
  choices: IDF_FORMULAS,
};

const SALIENCE: TableOption = {
  kind: "table",
  name: "salience",
  summary: "weight of each term, in place of idf; `termwise salience` writes such files",
  default: "",
};

const WEIGHTS: ChoiceOption = {
  kind: "choice",
  name: "weights",
  summary: "learned term weights, for queries and for documents",
  default: "none",
  choices: {
    none: "every term has weight 1",
    learned: "the weights of the index, as `termwise discriminate` learns them",
  },
};

const SCORES: ChoiceOption = {
  kind: "choice",
  name: "scores",
  summary: "whether contributions of terms are rounded, which makes searches faster",
  default: "exact",
  choices: {
    exact: "as the formula has it",
    rounded: "multiples of 1/256, at least one; lengths from 128 on in steps of 5 %",
  },
};

/** The named table, else idf. Naming both is an error: a term has one weight. */
function createSalience(values: OptionReader, defaultForm: string): Salience {
  const [table, form] = [values.table("salience"), values.choice<IdfForm>("idf")];
  if (table === undefined) return idf(form);
  if (form !== defaultForm)
    throw badArgument(`a ranker takes idf or salience, not both; got idf=${form} and a salience`);
  return createTableSalience(table);
}

const K3: NumberOption = {
  kind: "number",
  name: "k3",
  summary: "saturation of repeated query terms; inf counts each in full",
  default: Infinity,
  min: 0,
  max: Infinity,
};

export const BM25: BagDeclaration = {
  kind: "bag",
  name: "bm25",
  summary: "saturating term frequency, normalised by length, times idf",
  formula: "sum of idf·tf / (tf + k1·(1 - b + b·length / mean length))",
  source: "Robertson et al., Okapi at TREC-3, 1994",
  options: [
    {
      kind: "number",
      name: "k1",
      summary: "saturation of repeated terms in a document; 0 ignores repetitions",
      default: BM25_DEFAULTS.k1,
      min: 0,
      max: Number.MAX_VALUE,
    },
    shareOption("b", "length normalisation, from 0 (none) to 1 (full)", BM25_DEFAULTS.b),
    IDF,
    SALIENCE,
    {
      kind: "choice",
      name: "form",
      summary: "whether the constant factor (k1 + 1) is part of the score",
      default: "lucene",
      choices: { lucene: "without it", "k1-plus-1": "with it" },
      aliases: { lecture: "k1-plus-1" },
    },
    K3,
    WEIGHTS,
    SCORES,
  ],
  presets: {
    anserini: BM25_DEFAULTS,
    lucene: { k1: 1.2, b: 0.75 },
    s3: { k1: 0.6, b: 0.8 },
    tdv: { k1: 1.2, b: 0.75, idf: "smooth", form: "k1-plus-1" },
    terrier: { k1: 1.2, b: 0.75, idf: "rsj", form: "k1-plus-1", k3: 8 },
  },
  build: (values) =>
    bagOfWords({
      match: bm25Match({
        k1: values.number("k1"),
        b: values.number("b"),
        form: values.choice<Bm25Form>("form"),
      }),
      salience: createSalience(values, "lucene"),
      k3: values.number("k3"),
      weights: values.choice<TermWeighting>("weights"),
      rounding: values.choice("scores") === "rounded" ? ROUNDING : undefined,
    }),
};

export const LM: BagDeclaration = {
  kind: "bag",
  name: "lm",
  summary: "query likelihood, smoothed with a Dirichlet prior",
  formula: "sum of idf·log(1 + tf / (mu·cf/|C|)), plus the query's weight·log(mu / (length + mu))",
  source: "Zhai and Lafferty, TOIS 2004",
  options: [
    {
      kind: "number",
      name: "mu",
      summary: "number of pseudo-occurrences that the prior adds",
      default: 1000,
      min: Number.MIN_VALUE,
      max: Number.MAX_VALUE,
    },
    { ...IDF, default: "none" },
    SALIENCE,
    WEIGHTS,
  ],
  presets: { tdv: { mu: 2500 }, lucene: { mu: 2000 }, galago: { mu: 1500 } },
  build: (values) =>
    bagOfWords({
      match: dirichletMatch({ mu: values.number("mu") }),
      salience: createSalience(values, "none"),
      weights: values.choice<TermWeighting>("weights"),
    }),
};

export const LM_JM: BagDeclaration = {
  kind: "bag",
  name: "lm-jm",
  summary: "query likelihood, smoothed with a fixed share of the collection (Jelinek-Mercer)",
  formula: "sum of idf·log(1 + lambda·tf / ((1 - lambda)·length·cf/|C|))",
  source: "Zhai and Lafferty, TOIS 2004",
  options: [
    {
      kind: "number",
      name: "lambda",
      summary: "share of the document in the mixture",
      default: 0.15,
      min: Number.MIN_VALUE,
      max: 1 - Number.EPSILON,
    },
    { ...IDF, default: "none" },
    SALIENCE,
  ],
  build: (values) =>
    bagOfWords({
      match: jelinekMercerMatch({ lambda: values.number("lambda") }),
      salience: createSalience(values, "none"),
    }),
};

export const TFIDF: BagDeclaration = {
  kind: "bag",
  name: "tfidf",
  summary: "term frequency times idf, without length normalisation",
  formula: "sum of idf·log(1 + tf), or of idf·tf",
  source: "Salton and Buckley, 1988; form raw-tf: Frej et al., SIGIR 2020, Eq. 1",
  options: [
    {
      kind: "choice",
      name: "form",
      summary: "how term frequency counts",
      default: "log-tf",
      choices: { "log-tf": "log(1 + tf), idf plain", "raw-tf": "tf, idf smooth" },
      aliases: { lecture: "log-tf", tdv: "raw-tf" },
    },
    {
      ...IDF,
      default: "form",
      choices: { form: "the idf that belongs to the form", ...IDF_FORMULAS },
    },
    SALIENCE,
    WEIGHTS,
  ],
  build(values) {
    const form = values.choice<TfIdfForm>("form");
    const own: IdfForm = form === "raw-tf" ? "smooth" : "plain";
    const idfChoice = values.choice<IdfForm | "form">("idf");
    const salience =
      idfChoice === "form" && values.table("salience") === undefined
        ? idf(own)
        : createSalience(values, "form");
    const weights = values.choice<TermWeighting>("weights");
    return bagOfWords({ match: tfIdfMatch({ form }), salience, weights });
  },
};

export const PL: BagDeclaration = {
  kind: "bag",
  name: "pl",
  summary: "log term frequency times idf, with pivoted length normalisation",
  formula: "sum of idf·log(1 + tf) / (1 - b + b·length / mean length)",
  source: "Singhal, Buckley and Mitra, SIGIR 1996, with a single logarithm",
  options: [
    shareOption("b", "length normalisation, from 0 (none) to 1 (full)", 0.2),
    { ...IDF, default: "plain" },
    SALIENCE,
  ],
  build: (values) =>
    bagOfWords({
      match: pivotedLengthMatch({ b: values.number("b") }),
      salience: createSalience(values, "plain"),
    }),
};
