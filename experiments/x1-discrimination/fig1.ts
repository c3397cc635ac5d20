/**
 * The data flow of learned term discrimination as a graph. The gradient of the score is checked
 * against finite differences in every learned number: through the weights, the idf of weighted
 * occurrences, the length of the document and the mean length.
 */

import { type DiagramBox, renderBoxDiagram } from "../../src/analysis/box-diagram.ts";
import { MODELS, type ModelName } from "../../src/discrimination/index.ts";
import {
  createDifferentiableModel,
  ScoreGradient,
  TermMatrix,
  WeightedCollection,
  WeightedScorer,
  WeightNetwork,
} from "../../src/discrimination/paper/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

/** S of the paper's notation: rows t1 [2,0,1], t2 [1,1,0], t3 [0,3,1]. */
const DOCUMENTS = ["t1 t1 t2", "t2 t3 t3 t3", "t1 t3"];
const QUERY = ["t1", "t2"];
/** Toy vectors of two dimensions, one for each term. */
const VECTORS = [
  [0.5, -0.25],
  [-0.5, 0.75],
  [0.25, 0.5],
];
const PARAMETERS = [0.3, 0.4, 1];
const STEP = 1e-6;

const FLOW: readonly DiagramBox[] = [
  { name: "word vectors v(t)", lines: ["frozen"], level: 0 },
  {
    name: "tdv(t) = ReLU(w·v(t) + b)",
    lines: ["learned: w, b"],
    level: 1,
    from: ["word vectors v(t)"],
    isMarked: true,
  },
  { name: "S", lines: ["term frequencies"], level: 1 },
  { name: "S' = tdv · S", level: 2, from: ["tdv(t) = ReLU(w·v(t) + b)", "S"] },
  { name: "tf'", level: 3, from: ["S' = tdv · S"] },
  { name: "idf~'", lines: ["ln((max cf' + 1) / cf')"], level: 3, from: ["S' = tdv · S"] },
  { name: "|d|', mean length'", lines: ["BM25, LM"], level: 3, from: ["S' = tdv · S"] },
  { name: "score", level: 4, from: ["tf'", "idf~'", "|d|', mean length'"] },
];

/** The gradient of the sum of all document scores in w and b, analytic and numeric. */
export async function checkGradient(
  name: ModelName,
): Promise<readonly { parameter: string; derived: number; measured: number }[]> {
  const documents = DOCUMENTS.map((text, i) => ({ id: `d${i + 1}`, text }));
  const reader = await indexInMemory(documents, {
    analysis: { stemmer: "none", stopWords: "none" },
  });
  const matrix = new TermMatrix(reader.snapshot);
  await reader.close();
  const model = createDifferentiableModel(name, { idf: "cf", query: "plain", mu: 10 });
  const network = new WeightNetwork({
    dimension: 2,
    rows: Float32Array.from(VECTORS.flat()),
    hasVector: new Uint8Array(VECTORS.length).fill(1),
  });
  const weights = new Float64Array(matrix.terms.length);
  const query = matrix.query(QUERY);
  const total = (parameters: readonly number[], gradient?: ScoreGradient): number => {
    network.parameters.set(parameters);
    network.weigh(weights);
    const collection = new WeightedCollection(matrix, weights);
    const scorer = new WeightedScorer(model, weights);
    let sum = 0;
    for (let document = 0; document < DOCUMENTS.length; document++) {
      const bag = matrix.document(document);
      sum +=
        gradient === undefined
          ? scorer.score(query, bag, collection)
          : scorer.addGradient(query, bag, collection, 1, gradient);
    }
    if (gradient !== undefined) collection.addGradient(gradient);
    return sum;
  };
  const gradient = new ScoreGradient(weights.length, model.parameters.length);
  total(PARAMETERS, gradient);
  const byWeight = Float64Array.from(
    gradient.weights,
    (slope, term) => slope + gradient.totalLength * (matrix.frequencies[term] as number),
  );
  const derived = network.gradient(weights, byWeight);
  return ["w1", "w2", "b"].map((parameter, i) => {
    const moved = (by: number): number =>
      total(PARAMETERS.map((value, at) => (at === i ? value + by : value)));
    const measured = (moved(STEP) - moved(-STEP)) / (2 * STEP);
    return { parameter, derived: derived[i] as number, measured };
  });
}

/** Figure 1 of the paper, with its gradient checked. */
export const x1Figure1: Experiment = {
  id: "X1-fig1",
  title: "data flow of learned term discrimination, and a check of its gradients",
  source: "Figure 1 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: [],
  options: [],
  async run() {
    const rows: string[][] = [];
    let largest = 0;
    for (const model of MODELS) {
      for (const { parameter, derived, measured } of await checkGradient(model)) {
        largest = Math.max(largest, Math.abs(derived - measured) / (1 + Math.abs(measured)));
        rows.push([model, parameter, derived.toFixed(7), measured.toFixed(7)]);
      }
    }
    return createSmallReport({
      title: "Data flow of TDV-TF-IDF, TDV-BM25 and TDV-LM",
      texts: [
        "S: rows t1 [2,0,1], t2 [1,1,0], t3 [0,3,1]; query t1 t2; idf of Eq. 3; mu = 10. Gradients of the sum of the scores of all documents at w = (.3, .4), b = 1, by the chain rule and by central differences.",
      ],
      tables: [
        {
          title: "Gradients by the chain rule and by finite differences",
          table: { header: ["model", "by", "derived", "measured"], rows, words: [0, 1] },
        },
      ],
      figures: [
        {
          title: "Data flow",
          name: "data-flow",
          svg: renderBoxDiagram(FLOW),
          caption: "What is learned has a thick frame. Everything below it is a function of it.",
        },
      ],
      results: { rows, largest },
      findings: [
        {
          claim: "S1.1",
          measured: `largest relative difference of a gradient ${largest.toExponential(1)}`,
          verdict: largest < 1e-6 ? "holds" : "fails",
        },
      ],
    });
  },
};
