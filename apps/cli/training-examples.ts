/** Options for training and validation examples: judged queries of a collection, or triples. */

import type { Ranker } from "../../src/ranking/index.ts";
import { type Candidates, findCandidates, judgedQueries } from "../../src/ranking/index.ts";
import type { TextSequences } from "../../src/scoring/index.ts";
import { type ExampleSource, readIdTriples, readTextTriples } from "../../src/training/index.ts";
import type { Arguments } from "./arguments.ts";
import { CANDIDATES_OPTION, readCandidatesOption } from "./candidates.ts";
import type { CommandContext, Option } from "./command.ts";
import type { OpenIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";

/** Documents that the first stage finds for a query to draw examples from. */
const TOP = 100;

export const EXAMPLE_OPTIONS: readonly Option[] = [
  { name: "train", value: "<split>", default: "train", summary: "split to train on" },
  { name: "validate", value: "<split>", default: "dev", summary: "split to validate on" },
  { name: "triples", value: "<file>", summary: "file of MS MARCO triples to train on instead" },
  {
    name: "triples-of",
    value: "<kind>",
    default: "texts",
    choices: ["texts", "ids"],
    summary: "content of the triples",
  },
  CANDIDATES_OPTION,
  { name: "max-queries", value: "<n>", summary: "maximum number of training queries" },
  {
    name: "validate-queries",
    value: "<n>",
    default: "1000",
    summary: "maximum number of validation queries",
  },
  { name: "deepest", value: "<n>", default: "100", summary: "maximum re-ranking depth to try" },
];

export interface TrainingExamples {
  readonly examples: readonly Candidates[] | ((sequences: TextSequences) => ExampleSource);
  readonly validation: readonly Candidates[];
  readonly deepest: number;
  /** Identity of the examples, for the checkpoints of a training. */
  readonly data: readonly unknown[];
}

/** Finds the candidates of both splits; those of training only where no triples are given. */
export async function readTrainingExamples(
  index: OpenIndex,
  collection: string,
  ranker: Ranker,
  args: Arguments,
  context: CommandContext,
): Promise<TrainingExamples> {
  const among = readCandidatesOption(args);
  const retrieveCandidates = async (split: string, maxQueries: number, top: number) => {
    const source = await readQuerySource(`${collection}:${split}`, context);
    const queries = judgedQueries(source, { maxQueries });
    const { progress } = context;
    return findCandidates(index.searcher, queries, source.judgements, {
      ...{ ranker, top, among, progress },
    });
  };
  const triples = args.text("triples");
  const trainSplit = args.text("train") ?? "train";
  const deepest = args.count("deepest") ?? TOP;
  const examples =
    triples === undefined
      ? await retrieveCandidates(trainSplit, args.count("max-queries") ?? Infinity, TOP)
      : await openTriples(index, triples, `${collection}:${trainSplit}`, args, context);
  const maxQueries = args.count("validate-queries") ?? 1000;
  const top = Math.max(TOP, deepest);
  const validation = await retrieveCandidates(args.text("validate") ?? "dev", maxQueries, top);
  return { examples, validation, deepest, data: [collection, trainSplit, triples, among] };
}

async function openTriples(
  { snapshot }: OpenIndex,
  path: string,
  source: string,
  args: Arguments,
  context: CommandContext,
): Promise<(sequences: TextSequences) => ExampleSource> {
  const { files } = context;
  if (args.text("triples-of") === "texts") {
    return (sequences) => readTextTriples(files, path, sequences);
  }
  const { queries } = await readQuerySource(source, context);
  const texts = new Map(queries.map(({ id, text }) => [id, text]));
  return (sequences) => readIdTriples(files, path, sequences, snapshot, texts);
}
