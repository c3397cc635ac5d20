/**
 * The architecture of the three models with salience, from the live model objects: every tensor
 * with its shape and number of parameters, those of the salience network marked, and the path from
 * words to the score.
 */

import { type DiagramBox, renderBoxDiagram } from "../../src/analysis/box-diagram.ts";
import { countModelParameters, createModel, type NeuralModel } from "../../src/models/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

const SALIENT = ["s-knrm", "s-conv-knrm", "s-pacrr"] as const;

/** The steps between the vectors and the score, by model; shapes come from the model. */
interface Steps {
  /** The input of the salience network, if it is not the word vectors. */
  readonly input?: string;
  readonly match: string;
  /** The step at which salience is applied. */
  readonly gated: string;
  readonly pooled?: string;
}

const STEPS: Readonly<Record<(typeof SALIENT)[number], Steps>> = {
  "s-knrm": {
    match: "cosines",
    gated: "cosines × gates, tanh",
    pooled: "11 kernels, log, sum over query terms",
  },
  "s-conv-knrm": {
    input: "n-gram vectors",
    match: "n-gram cosines",
    gated: "cosines × gates, tanh",
    pooled: "11 kernels per pair of lengths",
  },
  "s-pacrr": { match: "cosines, l × l windows, k-max values", gated: "features × gates" },
};

/** Figure 1 of the salience paper. */
export const x0Figure1: Experiment = {
  id: "X0-fig1",
  title: "architecture of S-KNRM, S-ConvKNRM and S-PACRR, generated from the models",
  source: "Figure 1 of the salience paper",
  collections: [],
  options: [
    { name: "vocabulary", summary: "words with vectors", default: "364938" },
    { name: "dimensions", summary: "dimensions of the vectors", default: "300" },
  ],
  async run(request) {
    const [vocabulary, dimensions] = [request.number("vocabulary"), request.number("dimensions")];
    const models = SALIENT.map((name) => createModel(name, vocabulary, { dimensions }));
    return createSmallReport({
      title: "Architecture of the models with salience",
      texts: [
        `${vocabulary.toLocaleString("en")} words, ${dimensions} dimensions; all other sizes are the defaults. Parts of the salience network are marked.`,
      ],
      tables: models.map((model) => ({
        title: `${model.name}: tensors that are trained`,
        table: {
          header: ["tensor", "shape", "parameters", "part"],
          rows: [
            ...listParts(model),
            ["all", "", countModelParameters(model).toLocaleString("en"), ""],
          ],
          words: [0, 1, 3],
        },
      })),
      figures: models.map((model) => ({
        title: model.name,
        name: model.name,
        svg: renderBoxDiagram(createBoxes(model), { title: model.name }),
        caption: "Thick frames: the salience network and what it gates.",
      })),
      results: models.map((model) => ({
        model: model.name,
        parameters: countModelParameters(model),
        tensors: listParts(model),
      })),
    });
  },
};

function listParts(model: NeuralModel): string[][] {
  const salience = new Set(model.trained.salience ?? []);
  const row = (tensor: NeuralModel["embeddings"], part: string): string[] => {
    const sizes = tensor.shape as readonly number[];
    const count = sizes.reduce((product, size) => product * size, 1);
    const name = String(tensor.attributes.name ?? "");
    return [name, sizes.join(" × "), count.toLocaleString("en"), part];
  };
  return [
    ...model.trained.embeddings.map((tensor) => row(tensor, "embeddings")),
    ...model.trained.network.map((tensor) =>
      row(tensor, salience.has(tensor) ? "salience" : "ranking"),
    ),
  ];
}

function createBoxes(model: NeuralModel): readonly DiagramBox[] {
  const rows = listParts(model);
  const lines = (fits: (name: string, part: string) => boolean): string[] =>
    rows
      .filter(([name = "", , , part = ""]) => fits(name, part))
      .map(([name, shape]) => `${name} ${shape}`);
  const { input, match, gated, pooled } = STEPS[model.name as (typeof SALIENT)[number]];
  const isSalient = (name: string): boolean => name.startsWith("salience.");
  const isWindow = (name: string): boolean => /convolution|window/.test(name) && !isSalient(name);
  const windows = lines(isWindow);
  const first = input ?? "vectors";
  const [salience, words] = ["salience γ, gate σ(γ)", "query and document words"];
  const last = pooled ?? gated;
  return [
    { name: words, level: 0 },
    { name: "vectors", lines: lines((_, part) => part === "embeddings"), level: 1, from: [words] },
    ...(input === undefined ? [] : [{ name: input, lines: windows, level: 2, from: ["vectors"] }]),
    { name: match, lines: input === undefined ? windows : [], level: 3, from: [first] },
    { name: salience, lines: lines(isSalient), level: 3, from: [first], isMarked: true },
    { name: gated, level: 4, from: [match, salience], isMarked: true },
    ...(pooled === undefined ? [] : [{ name: pooled, level: 5, from: [gated] }]),
    {
      name: "score",
      lines: lines(
        (name, part) =>
          part !== "embeddings" &&
          !isSalient(name) &&
          !windows.some((w) => w.startsWith(`${name} `)),
      ),
      level: 6,
      from: [last],
    },
  ];
}
