/** The declarations of the rankers that need a query vector. src/dense executes them. */

import type { DenseDeclaration, NumberOption } from "./declaration.ts";

const DEPTH: NumberOption = {
  kind: "number",
  name: "depth",
  summary: "number of documents taken from the lexical ranking and from the dense one",
  default: 200,
  min: 1,
  max: Number.MAX_VALUE,
  isInteger: true,
};

const EF: NumberOption = {
  kind: "number",
  name: "ef",
  summary: "candidates of an HNSW search; auto is 100, or twice the documents requested if more",
  default: "auto",
  min: 1,
  max: Number.MAX_VALUE,
  isInteger: true,
};

/** The defaults were best without labels on nine collections; see docs/hybrid.md. */
export const HYBRID: DenseDeclaration = {
  kind: "dense",
  isFused: true,
  name: "hybrid",
  summary: "lexical score plus weighted dense score, both standardised",
  formula:
    "z(score of the lexical ranker) + alpha·z(cosine); z(x) = (x - mean) / deviation over the documents considered",
  source:
    "CombSUM (Fox and Shaw, TREC-2, 1994) of standardised scores (Montague and Aslam, CIKM 2001)",
  options: [
    {
      kind: "number",
      name: "alpha",
      summary: "weight of the dense score",
      default: 1,
      min: 0,
      max: Number.MAX_VALUE,
    },
    DEPTH,
    EF,
  ],
};

export const RRF: DenseDeclaration = {
  kind: "dense",
  isFused: true,
  name: "rrf",
  summary: "reciprocal rank fusion of a lexical ranking and the dense one",
  formula: "1 / (k + lexical rank) + 1 / (k + dense rank); a list without the document adds 0",
  source: "Cormack, Clarke and Büttcher, SIGIR 2009",
  options: [
    {
      kind: "number",
      name: "k",
      summary: "larger values make ranks more equal",
      default: 60,
      min: 0,
      max: Number.MAX_VALUE,
    },
    DEPTH,
    EF,
  ],
};

export const DENSE: DenseDeclaration = {
  kind: "dense",
  isFused: false,
  name: "dense",
  summary: "cosine of the query vector and the nearest vector of a document",
  formula: "max over the vectors of the document of cosine(query, vector)",
  source: "Reimers and Gurevych, EMNLP 2019; HNSW: Malkov and Yashunin, TPAMI 2020",
  options: [EF],
};
