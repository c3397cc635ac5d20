/** The rankers over single terms, as people name them. */

import { badArgument } from "../../common/errors.ts";
import { bagOfWords } from "../bag-of-words.ts";
import { type Bm25Form, bm25 } from "../scorers/bm25.ts";
import { dirichlet } from "../scorers/dirichlet.ts";
import { jelinekMercer } from "../scorers/jelinek-mercer.ts";
import { pivotedLength } from "../scorers/pivoted-length.ts";
import { IDF_FORMULAS, type IdfForm, idf, type Salience, salienceOf } from "../scorers/salience.ts";
import { type TfIdfForm, tfIdf } from "../scorers/tf-idf.ts";
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
  summary: "what a term is worth",
  default: "lucene",
  choices: IDF_FORMULAS,
};

const SALIENCE: TableOption = {
  kind: "table",
  name: "salience",
  summary: "what each term is worth, in the place of idf; `termwise salience` writes such files",
  default: "",
};

/** The table that is named, else idf. Both at once would leave open which one counts. */
function worthOf(values: OptionReader, usual: string): Salience {
  const [table, form] = [values.table("salience"), values.choice<IdfForm>("idf")];
  if (table === undefined) return idf(form);
  if (form !== usual)
    throw badArgument(`a ranker takes idf or salience, got idf=${form} and a salience`);
  return salienceOf(table);
}

const K3: NumberOption = {
  kind: "number",
  name: "k3",
  summary: "how soon repetitions in the query stop counting; inf counts each in full",
  default: Infinity,
  min: 0,
  max: Infinity,
};

export const BM25: BagDeclaration = {
  kind: "bag",
  name: "bm25",
  summary: "frequency that saturates, against length, times rarity",
  formula: "sum of idf·tf / (tf + k1·(1 - b + b·length / mean length))",
  source: "Robertson et al., Okapi at TREC-3, 1994",
  options: [
    {
      kind: "number",
      name: "k1",
      summary: "how soon repetitions in the document stop counting",
      default: 0.9,
      min: 0,
      max: Number.MAX_VALUE,
    },
    shareOption("b", "how much long documents are penalised", 0.4),
    IDF,
    SALIENCE,
    {
      kind: "choice",
      name: "form",
      summary: "whether the constant factor (k1 + 1) is part of the score",
      default: "lucene",
      choices: { lucene: "without it", lecture: "with it" },
    },
    K3,
  ],
  presets: {
    anserini: { k1: 0.9, b: 0.4 },
    lucene: { k1: 1.2, b: 0.75 },
    s3: { k1: 0.6, b: 0.8 },
    tdv: { k1: 1.2, b: 0.75, idf: "smooth", form: "lecture" },
    terrier: { k1: 1.2, b: 0.75, idf: "rsj", form: "lecture", k3: 8 },
  },
  build: (values) =>
    bagOfWords({
      match: bm25({
        k1: values.number("k1"),
        b: values.number("b"),
        form: values.choice<Bm25Form>("form"),
      }),
      salience: worthOf(values, "lucene"),
      k3: values.number("k3"),
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
      summary: "how many occurrences the collection is worth",
      default: 1000,
      min: Number.MIN_VALUE,
      max: Number.MAX_VALUE,
    },
    { ...IDF, default: "none" },
    SALIENCE,
  ],
  presets: { tdv: { mu: 2500 }, lucene: { mu: 2000 }, galago: { mu: 1500 } },
  build: (values) =>
    bagOfWords({
      match: dirichlet({ mu: values.number("mu") }),
      salience: worthOf(values, "none"),
    }),
};

export const LM_JM: BagDeclaration = {
  kind: "bag",
  name: "lm-jm",
  summary: "query likelihood, mixed with the collection in a fixed share (Jelinek-Mercer)",
  formula: "sum of idf·log(1 + lambda·tf / ((1 - lambda)·length·cf/|C|))",
  source: "Zhai and Lafferty, TOIS 2004",
  options: [
    {
      kind: "number",
      name: "lambda",
      summary: "the document's share",
      default: 0.15,
      min: Number.MIN_VALUE,
      max: 1 - Number.EPSILON,
    },
    { ...IDF, default: "none" },
    SALIENCE,
  ],
  build: (values) =>
    bagOfWords({
      match: jelinekMercer({ lambda: values.number("lambda") }),
      salience: worthOf(values, "none"),
    }),
};

export const TFIDF: BagDeclaration = {
  kind: "bag",
  name: "tfidf",
  summary: "frequency times rarity, blind to length",
  formula: "sum of idf·log(1 + tf), or of idf·tf",
  source: "Salton and Buckley, 1988; form tdv: Frej et al., SIGIR 2020, Eq. 1",
  options: [
    {
      kind: "choice",
      name: "form",
      summary: "how repetitions count",
      default: "lecture",
      choices: { lecture: "log(1 + tf), idf plain", tdv: "tf, idf smooth" },
    },
    {
      ...IDF,
      default: "form",
      choices: { form: "the idf that belongs to the form", ...IDF_FORMULAS },
    },
    SALIENCE,
  ],
  build(values) {
    const form = values.choice<TfIdfForm>("form");
    const own: IdfForm = form === "tdv" ? "smooth" : "plain";
    const asked = values.choice<IdfForm | "form">("idf");
    const salience =
      asked === "form" && values.table("salience") === undefined
        ? idf(own)
        : worthOf(values, "form");
    return bagOfWords({ match: tfIdf({ form }), salience });
  },
};

export const PL: BagDeclaration = {
  kind: "bag",
  name: "pl",
  summary: "dampened frequency times rarity, against length (pivoted length)",
  formula: "sum of idf·log(1 + tf) / (1 - b + b·length / mean length)",
  source: "Singhal, Buckley and Mitra, SIGIR 1996, with a single logarithm",
  options: [
    shareOption("b", "how much long documents are penalised", 0.2),
    { ...IDF, default: "plain" },
    SALIENCE,
  ],
  build: (values) =>
    bagOfWords({
      match: pivotedLength({ b: values.number("b") }),
      salience: worthOf(values, "plain"),
    }),
};
