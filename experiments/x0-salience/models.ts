/** The models of the salience paper, in the groups of its Table 1, with the values that it reports. */

import type { TrainedSystem } from "../neural/training-outcome.ts";

/** A row of Table 1. */
export interface SalienceRow {
  readonly name: string;
  /** Rows of one group are compared in bold. */
  readonly group: string;
  readonly system?: TrainedSystem;
  /** The letter of its set of baselines. */
  readonly letter?: string;
  /** The base model of a variant. */
  readonly base?: string;
  /** Validation MRR and Recall, test MRR and Recall. */
  readonly paper?: readonly [number, number, number, number];
}

const createTrainedRow = (
  name: string,
  model: string,
): { name: string; system: TrainedSystem } => ({
  name,
  system: { name, model },
});

/** Table 1 of the paper, "first stage" and DRMM and Duet beside it. */
export const SALIENCE_ROWS: readonly SalienceRow[] = [
  { name: "first stage", group: "classical" },
  { name: "LM", group: "classical", letter: "a", paper: [0.186, 0.391, 0.188, 0.388] },
  { name: "BM25", group: "classical", letter: "a", paper: [0.19, 0.397, 0.192, 0.398] },
  { name: "RM3", group: "classical", letter: "a", paper: [0.192, 0.405, 0.194, 0.405] },
  {
    ...createTrainedRow("MatchPyramid", "match-pyramid-stack"),
    ...{ group: "MatchPyramid", letter: "b", paper: [0.234, 0.443, 0.201, 0.355] },
  },
  {
    ...createTrainedRow("MatchPyramid, one layer", "match-pyramid"),
    ...{ group: "MatchPyramid", letter: "b" },
  },
  {
    ...createTrainedRow("KNRM", "knrm"),
    ...{ group: "KNRM", letter: "c", paper: [0.221, 0.439, 0.213, 0.402] },
  },
  {
    ...createTrainedRow("KNRM-withIDF", "knrm-idf"),
    ...{ group: "KNRM", letter: "c", base: "KNRM", paper: [0.225, 0.441, 0.217, 0.428] },
  },
  {
    ...createTrainedRow("S-KNRM", "s-knrm"),
    ...{ group: "KNRM", base: "KNRM", paper: [0.237, 0.47, 0.237, 0.467] },
  },
  {
    ...createTrainedRow("PACRR-noIDF", "pacrr-noidf"),
    ...{ group: "PACRR", letter: "d", paper: [0.241, 0.465, 0.242, 0.467] },
  },
  {
    ...createTrainedRow("PACRR", "pacrr"),
    ...{ group: "PACRR", letter: "d", base: "PACRR-noIDF", paper: [0.244, 0.468, 0.242, 0.467] },
  },
  {
    ...createTrainedRow("S-PACRR", "s-pacrr"),
    ...{ group: "PACRR", base: "PACRR", paper: [0.253, 0.474, 0.251, 0.48] },
  },
  {
    ...createTrainedRow("ConvKNRM", "conv-knrm"),
    ...{ group: "ConvKNRM", letter: "e", paper: [0.261, 0.487, 0.254, 0.481] },
  },
  {
    ...createTrainedRow("S-ConvKNRM", "s-conv-knrm"),
    ...{ group: "ConvKNRM", base: "ConvKNRM", paper: [0.272, 0.504, 0.271, 0.505] },
  },
  { ...createTrainedRow("DRMM", "drmm"), group: "others" },
  { ...createTrainedRow("Duet", "duet"), group: "others" },
];

/** The names of the models to train at quick size. */
export const QUICK_MODELS: string =
  "match-pyramid knrm knrm-idf s-knrm pacrr-noidf pacrr s-pacrr conv-knrm s-conv-knrm";

/** All of them: with the five layers of MatchPyramid, which take forty times the work of one. */
export const TABLE_MODELS: string = `${QUICK_MODELS} match-pyramid-stack`;
