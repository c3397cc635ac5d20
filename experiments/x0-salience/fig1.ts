/**
 * The architecture of the three models with salience, from the live model
 * objects: every tensor with its shape and number of parameters, those of the
 * salience network marked, and the way from words to the score.
 */

import { boxDiagram, type DiagramBox } from "../../src/analysis/box-diagram.ts";
import { createModel, type NeuralModel, parametersIn } from "../../src/models/index.ts";
import type { Experiment } from "../experiment.ts";
import { smallReport } from "../small-report.ts";

const SALIENT = ["s-knrm", "s-conv-knrm", "s-pacrr"] as const;

/** What stands between the vectors and the score, by model; shapes come from the model. */
const MIDDLE: Readonly<Record<(typeof SALIENT)[number], readonly [match: string, count: string]>> =
  {
    "s-knrm": ["cosines × gates, tanh", "11 kernels, log, sum over query terms"],
    "s-conv-knrm": ["n-gram cosines × gates, tanh", "11 kernels per pair of lengths"],
    "s-pacrr": ["cosines and l × l windows", "k-max values × gates"],
  };

/** Figure 1 of the salience paper. */
export const x0Figure1: Experiment = {
  id: "X0-fig1",
  title: "architecture of S-KNRM, S-ConvKNRM and S-PACRR, from the models themselves",
  source: "Figure 1 of the salience paper",
  collections: [],
  options: [
    { name: "vocabulary", summary: "words with vectors", default: "364938" },
    { name: "dimensions", summary: "dimensions of the vectors", default: "300" },
  ],
  async run(request) {
    const [vocabulary, dimensions] = [request.number("vocabulary"), request.number("dimensions")];
    const models = SALIENT.map((name) => createModel(name, vocabulary, { dimensions }));
    return smallReport({
      title: "Architecture of the models with salience",
      texts: [
        `${vocabulary.toLocaleString("en")} words, ${dimensions} dimensions; all other sizes are the defaults. Parts of the salience network are marked.`,
      ],
      tables: models.map((model) => ({
        title: `${model.name}: tensors that are trained`,
        table: {
          header: ["tensor", "shape", "parameters", "part"],
          rows: [...parts(model), ["all", "", parametersIn(model).toLocaleString("en"), ""]],
          words: [0, 1, 3],
        },
      })),
      figures: models.map((model) => ({
        title: model.name,
        name: model.name,
        svg: boxDiagram(boxes(model), { title: model.name }),
        caption: "Thick frames: the salience network and what it gates.",
      })),
      results: models.map((model) => ({
        model: model.name,
        parameters: parametersIn(model),
        tensors: parts(model),
      })),
    });
  },
};

function parts(model: NeuralModel): string[][] {
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

function boxes(model: NeuralModel): readonly DiagramBox[] {
  const rows = parts(model);
  const lines = (part: string, matching: RegExp = /./): string[] =>
    rows
      .filter((row) => row[3] === part && matching.test(row[0] as string))
      .map(([name, shape]) => `${name} ${shape}`);
  const [match, count] = MIDDLE[model.name as (typeof SALIENT)[number]];
  const windows = lines("ranking", /convolution|window/);
  const rest = lines("ranking").filter((line) => !windows.includes(line));
  return [
    { name: "query and document words", level: 0 },
    { name: "vectors", lines: lines("embeddings"), level: 1, from: ["query and document words"] },
    {
      name: match,
      lines: windows,
      level: 2,
      from: ["vectors"],
      isMarked: !model.name.includes("pacrr"),
    },
    {
      name: "salience γ, gate σ(γ)",
      lines: lines("salience"),
      level: 2,
      from: ["vectors"],
      isMarked: true,
    },
    {
      name: count,
      level: 3,
      from: [match, "salience γ, gate σ(γ)"],
      isMarked: model.name.includes("pacrr"),
    },
    { name: "score", lines: rest, level: 4, from: [count] },
  ];
}
