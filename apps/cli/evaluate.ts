/** `termwise evaluate`: measures of one or more runs. */

import { renderTable, type Table } from "../../src/analysis/table.ts";
import {
  type Evaluation,
  evaluate as evaluateRun,
  parseMeasures,
} from "../../src/evaluation/index.ts";
import type { Command } from "./command.ts";
import { RUN_OPTIONS, readRunFiles } from "./run-files.ts";

export const DEFAULT_MEASURES = "AP,nDCG@10,RR@10,P@10,R@100,R@1000";

export const evaluate: Command = {
  name: "evaluate",
  summary: "evaluate runs against judgements",
  usage: "evaluate <qrels> <run>... [options]",
  description:
    "Reads judgements, from a file or from a collection, and TREC run files, and prints the mean of each measure over the judged queries. Values equal those of trec_eval 9.0.8. docs/evaluation.md defines every measure.",
  options: [
    {
      name: "measures",
      value: "<list>",
      default: DEFAULT_MEASURES,
      summary: "measures, such as nDCG@10, AP, RR(rel=2)@10, nDCG(form=exp)@10",
    },
    { name: "per-query", summary: "print the values of every query as well" },
    ...RUN_OPTIONS,
  ],
  examples: [
    {
      type: "termwise evaluate qrels.txt bm25.run",
      does: "prints the usual measures of one run",
    },
    {
      type: 'termwise evaluate qrels.txt bm25.run lm.run --measures "nDCG@10,RR(rel=2)@10" --json',
      does: "prints two measures of two runs as JSON",
    },
    {
      type: "termwise evaluate wordnet:test bm25.run --measures RR@10",
      does: "takes the judgements from a collection",
    },
    {
      type: "termwise evaluate qrels.txt bm25.run.gz --measures AP --per-query --queries intersect",
      does: "prints the average precision of each query in the run",
    },
  ],

  async run(args, context) {
    const measures = parseMeasures(args.text("measures") ?? DEFAULT_MEASURES);
    const { judgements, runs, options } = await readRunFiles(evaluate, args, context, 1);
    const evaluations = runs.map((run) => evaluateRun(run, judgements, measures, options));
    const perQuery = args.has("per-query");
    if (args.has("json")) {
      context.out(
        JSON.stringify(
          evaluations.map((e) => toJson(e, perQuery)),
          null,
          2,
        ),
      );
    } else {
      context.out(renderTable(formatTable(evaluations, perQuery), "text"));
    }
  },
};

function toJson({ run, queries, measures }: Evaluation, perQuery: boolean): object {
  const named = (value: (values: Evaluation["measures"][number]) => number | undefined): object =>
    Object.fromEntries(measures.map((values) => [values.measure.name, value(values)]));
  const summary = { run, queries: queries.length, measures: named(({ overall }) => overall) };
  if (!perQuery) return summary;
  const rows = queries.map((query, row) => [query, named((values) => values.perQuery[row])]);
  return { ...summary, perQuery: Object.fromEntries(rows) };
}

function formatTable(evaluations: readonly Evaluation[], perQuery: boolean): Table {
  const names = evaluations[0]?.measures.map(({ measure }) => measure.name) ?? [];
  const rows = evaluations.flatMap((evaluation) => {
    const { run, queries, measures } = evaluation;
    const overall = [run, String(queries.length), ...measures.map((m) => formatValue(m.overall))];
    if (!perQuery) return [overall];
    const lines = queries.map((query, row) => [
      run,
      query,
      ...measures.map((m) => formatValue(m.perQuery[row] as number)),
    ]);
    return [...lines, [run, "all", ...overall.slice(2)]];
  });
  return { header: ["run", perQuery ? "query" : "queries", ...names], rows, words: [0] };
}

/** Four decimals, as trec_eval prints them. */
function formatValue(value: number): string {
  return value.toFixed(4);
}
