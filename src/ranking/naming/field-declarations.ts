/** The declarations of the rankers that weigh the fields of documents. */

import { bm25f } from "../fields/bm25f.ts";
import { fieldSum } from "../fields/field-sum.ts";
import { BM25_DEFAULTS } from "../scorers/bm25.ts";
import { IDF_FORMULAS, type IdfForm } from "../scorers/salience.ts";
import { type LayeredDeclaration, type PlainDeclaration, shareOption } from "./declaration.ts";

export const BM25F: PlainDeclaration = {
  kind: "plain",
  name: "bm25f",
  summary: "BM25 over fields: occurrences are weighted by field and added, then saturated",
  formula:
    "sum of idf·tf / (k1 + tf), tf = sum over fields of weight·tf / (1 - b + b·length / mean)",
  source: "Robertson, Zaragoza and Taylor, CIKM 2004; Robertson and Zaragoza, FnTIR 2009",
  options: [
    {
      kind: "number",
      name: "k1",
      summary: "saturation of repeated terms in a document; 0 ignores repetitions",
      default: BM25_DEFAULTS.k1,
      min: 0,
      max: Number.MAX_VALUE,
    },
    shareOption("b", "length normalisation of fields without a b of their own", BM25_DEFAULTS.b),
    {
      kind: "choice",
      name: "idf",
      summary: "weight of a term",
      default: "lucene",
      choices: IDF_FORMULAS,
    },
    {
      kind: "choice",
      name: "length",
      summary: "which length normalises the occurrences in a field",
      default: "field",
      choices: { field: "that of the field", combined: "the weighted sum over all fields" },
    },
    {
      kind: "choice",
      name: "df",
      summary: "which documents idf counts",
      default: "any",
      choices: {
        any: "those with the term in any field",
        largest: "those with the term in the field where most have it",
      },
    },
  ],
  presets: { lucene: { k1: 1.2, b: 0.75, length: "combined", df: "largest" } },
  build: (values) =>
    bm25f({
      k1: values.number("k1"),
      b: values.number("b"),
      idf: values.choice<IdfForm>("idf"),
      length: values.choice<"field" | "combined">("length"),
      df: values.choice<"any" | "largest">("df"),
    }),
};

export const SUM: LayeredDeclaration = {
  kind: "layered",
  base: "bm25",
  name: "sum",
  summary: "weighted sum of the scores that each field has as an index of its own",
  formula: "sum over fields of weight·score of the base in the field",
  source: "the multi-field search of Lucene and others",
  options: [],
  build: (_, base) => fieldSum(base),
};
