/** `termwise tune-depth`: chooses how many documents a trained model should re-rank. */

import { renderTable } from "../../src/analysis/table.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import { findCandidates, judgedQueries } from "../../src/ranking/index.ts";
import { type DepthCurve, Validation } from "../../src/scoring/index.ts";
import { createUsageError } from "./arguments.ts";
import { CANDIDATES_OPTION, readCandidatesOption } from "./candidates.ts";
import type { Command } from "./command.ts";
import { withIndex } from "./open-index.ts";
import { describeTruncation, withReranker } from "./open-model.ts";
import { openRanker } from "./open-ranker.ts";
import { readQuerySource } from "./query-source.ts";
import { BACKEND_OPTIONS, createBackend } from "./tensor-backend.ts";

/** Depths that a person sees; --json has them all. */
const SHOWN_DEPTHS = [1, 2, 3, 5, 10, 20, 30, 50, 75, 100, 150, 200, 250, 300];

export const tuneDepth: Command = {
  name: "tune-depth",
  summary: "choose the re-ranking depth of a trained model",
  usage: "tune-depth <index> --model <folder> --queries <collection:split>",
  description:
    "Scores the first documents of every query once and prints the measure at every depth. The value on the tuning split is optimistic; evaluate another split with run --rerank --depth.",
  options: [
    { name: "model", value: "<folder>", summary: "folder of a trained model" },
    { name: "queries", value: "<source>", summary: "collection:split to tune on" },
    {
      name: "ranker",
      value: "<name>",
      short: "r",
      summary: "first stage; by default the one used in training",
    },
    { name: "measure", value: "<name>", default: "RR@10", summary: "measure to maximise" },
    { name: "deepest", value: "<n>", default: "300", summary: "maximum depth to try" },
    { name: "drop-tail", summary: "evaluate only the re-ranked documents" },
    CANDIDATES_OPTION,
    ...BACKEND_OPTIONS,
  ],
  examples: [
    {
      type: "termwise tune-depth ./index --model ./s-knrm --queries wordnet:dev",
      does: "prints the measure at depths up to 300",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    const [model, source] = [args.text("model"), args.text("queries")];
    if (folder === undefined || model === undefined || source === undefined || rest.length > 0) {
      throw createUsageError(tuneDepth, "one index, --model and --queries are needed");
    }
    const measure = parseMeasure(args.text("measure") ?? "RR@10");
    const deepest = args.count("deepest") ?? 300;
    const split = await readQuerySource(source, context);
    const judged = judgedQueries(split);
    await withIndex(folder, (index) =>
      withReranker(model, index, createBackend(args, context), async (reranker) => {
        const { firstStage = "bm25" } = reranker.trained.description;
        const { name, ranker } = await openRanker(args.text("ranker") ?? firstStage, context);
        const among = readCandidatesOption(args);
        const stage = { ranker, top: Math.max(deepest, 1000), among, progress: context.progress };
        const candidates = await findCandidates(index.searcher, judged, split.judgements, stage);
        const options = { measure, deepest, dropTail: args.has("drop-tail") };
        const validation = await Validation.prepare(candidates, reranker.sequences, options);
        const curve = await validation.curve(reranker.scorer);
        context.note(describeTruncation(reranker));
        if (args.has("json")) {
          context.out(
            JSON.stringify({ ...curve, ranker: name, values: [...curve.values] }, null, 2),
          );
          return;
        }
        context.out(formatCurve(curve));
      }),
    );
  },
};

function formatCurve({ measure, values, best }: DepthCurve): string {
  const depths = SHOWN_DEPTHS.filter((depth) => depth < values.length && depth !== best);
  const rows = [...depths, best]
    .sort((a, b) => a - b)
    .map((depth) => [`${depth}${depth === best ? " (best)" : ""}`, formatValue(values[depth])]);
  const table = {
    header: ["depth", measure],
    rows: [["0", formatValue(values[0])], ...rows],
    words: [0],
  };
  return renderTable(table, "text");
}

function formatValue(value = 0): string {
  return value.toFixed(4);
}
