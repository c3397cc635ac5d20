/** `termwise run`: ranks documents for a set of queries and writes a TREC run. */

import { writeRun } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import type { Split } from "../../src/collection/split.ts";
import { evaluate, parseMeasures } from "../../src/evaluation/index.ts";
import {
  findCandidates,
  judgedQueries,
  rankQueries,
  rankQueriesOn,
} from "../../src/ranking/index.ts";
import { candidateRun, rerankCandidates, rerankQueries } from "../../src/reranking/index.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import { CANDIDATES_OPTION, candidatesAmong } from "./candidates.ts";
import type { Command, Shell } from "./command.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { cutNote, withReranker } from "./open-model.ts";
import { type OpenRanker, openRanker } from "./open-ranker.ts";
import { readQuerySource } from "./query-source.ts";
import { BACKEND_OPTIONS, backendOf } from "./tensor-backend.ts";

export const run: Command = {
  name: "run",
  summary: "rank documents for a set of queries and write a run",
  usage:
    "run <index> --queries <file or collection:split> --out <run> [--ranker <name>] [--top <n>]",
  description:
    "Writes a TREC run file, gzip when its name ends in .gz. Where the queries have judgements, prints\nmeasures too. With --rerank a trained model puts the first documents in its own order; the others\nfollow below them.",
  options: [
    { name: "queries", value: "<source>", summary: "a file of queries, or collection:split" },
    { name: "out", value: "<file>", summary: "the run file to write" },
    { name: "ranker", value: "<name>", default: "bm25", summary: "how to rank; docs/rankers.md" },
    { name: "top", value: "<n>", default: "1000", summary: "documents a query" },
    { name: "rerank", value: "<model>", summary: "a folder that termwise train wrote" },
    { name: "depth", value: "<n>", summary: "documents to re-rank; by default the model's own" },
    CANDIDATES_OPTION,
    { name: "answered", summary: "leave out queries that have no relevant document" },
    { name: "drop-tail", summary: "leave out the documents that were not re-ranked" },
    ...BACKEND_OPTIONS.filter(({ name }) => name !== "threads"),
    {
      name: "threads",
      value: "<n>",
      summary: "threads that search, by default 1, or with --rerank that compute, by default 2",
    },
    { name: "tag", value: "<name>", summary: "the run's name; by default the ranker's" },
    {
      name: "measures",
      value: "<list>",
      default: "AP,nDCG@10,RR@10,R@1000",
      summary: "what to print where there are judgements",
    },
  ],
  examples: [
    {
      type: "termwise run ./index --queries wordnet:test --ranker bm25 --out bm25.run",
      does: "the built-in collection's test queries",
    },
    {
      type: 'termwise run ./index --queries queries.tsv --ranker "rm3(bm25,docs=10)" --out rm3.run.gz',
      does: "queries from a file, expanded by feedback",
    },
    {
      type: "termwise run ./index --queries wordnet:test --rerank ./s-knrm --out s-knrm.run",
      does: "re-ranked by a trained model",
    },
  ],

  async run(args, shell) {
    const [folder, ...rest] = args.positionals;
    const [source, out] = [args.text("queries"), args.text("out")];
    if (folder === undefined || source === undefined || out === undefined || rest.length > 0) {
      throw wrongUse(run, "an index, --queries and --out are needed");
    }
    const stage = await openRanker(args.text("ranker") ?? "bm25", shell);
    const measures = parseMeasures(args.text("measures") ?? "");
    const top = args.count("top") ?? 1000;
    const split = await readQuerySource(source, shell);
    const { queries, judgements } = args.has("answered") ? answeredPart(split) : split;
    const isOnThreads = stage.isNamed && args.text("rerank") === undefined;
    const threads = isOnThreads ? (args.count("threads") ?? 1) : 1;
    const search = async (index: OpenIndex): Promise<void> => {
      const options = { stage, top, tag: args.text("tag") };
      const ranked = await rankedBy(index, { queries, judgements }, options, args, shell);
      const { name } = ranked;
      await writeRun(shell.files, out, ranked);
      const values = judgements.size === 0 ? [] : evaluate(ranked, judgements, measures).measures;
      const named = values.map(({ measure, overall }) => [measure.name, overall] as const);
      if (args.has("json")) {
        const summary = { run: name, out, queries: queries.length };
        shell.out(JSON.stringify({ ...summary, measures: Object.fromEntries(named) }, null, 2));
        return;
      }
      shell.note(`wrote ${queries.length} rankings to ${out}`);
      for (const [measure, value] of named) shell.out(`${measure.padEnd(10)} ${value.toFixed(4)}`);
    };
    await withIndex(folder, search, { threads: threads === 1 ? 0 : threads });
  },
};

/** The queries that have a relevant document, and their judgements. */
function answeredPart(split: Split): Pick<Split, "queries" | "judgements"> {
  const queries = judgedQueries(split);
  const asked = new Set(queries.map(({ id }) => id));
  return { queries, judgements: new Map([...split.judgements].filter(([id]) => asked.has(id))) };
}

/** The rankings of the first stage or, with --rerank, of the model. */
async function rankedBy(
  index: OpenIndex,
  { queries, judgements }: Pick<Split, "queries" | "judgements">,
  { stage, top, tag }: { stage: OpenRanker; top: number; tag: string | undefined },
  args: Arguments,
  shell: Shell,
): Promise<Run> {
  const { searcher } = index;
  const options = { ranker: stage.ranker, top, progress: shell.progress };
  const model = args.text("rerank");
  const among = candidatesAmong(args);
  const candidates =
    among === "index"
      ? undefined
      : await findCandidates(searcher, queries, judgements, { ...options, among });
  if (model === undefined) {
    const name = tag ?? stage.name;
    if (candidates !== undefined) return candidateRun(searcher.view, candidates, name);
    const { pool } = index;
    if (pool === undefined) return rankQueries(searcher, queries, { ...options, name });
    return rankQueriesOn(pool, queries, { ...options, ranker: stage.name, name });
  }
  return withReranker(model, index, backendOf(args), async (reranker) => {
    const { firstStage = stage.name } = reranker.trained.description;
    if (firstStage !== stage.name) {
      shell.note(
        `the model was trained to re-rank ${firstStage}, the first stage is ${stage.name}`,
      );
    }
    const depth = args.count("depth");
    const given = {
      ...options,
      ...(tag === undefined ? {} : { name: tag }),
      ...(depth === undefined ? {} : { depth }),
      dropTail: args.has("drop-tail"),
    };
    const ranked =
      candidates === undefined
        ? await rerankQueries(searcher, reranker, queries, given)
        : await rerankCandidates(searcher.view, reranker, candidates, given);
    shell.note(cutNote(reranker));
    return ranked;
  });
}
