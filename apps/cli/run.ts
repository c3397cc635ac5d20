/** `termwise run`: ranks documents for a set of queries and writes a TREC run. */

import type { RunOptions } from "../../src/api/index.ts";
import { type RunMetadata, writeRun } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import type { Split } from "../../src/collection/split.ts";
import { defined } from "../../src/common/defined.ts";
import { parseHybridRanker } from "../../src/dense/index.ts";
import { evaluate, parseMeasures } from "../../src/evaluation/index.ts";
import {
  createIndexRetriever,
  createPoolRetriever,
  judgedQueries,
  runQueries,
} from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import { createHitsRetriever } from "../../src/ranking/run-queries.ts";
import {
  createCandidateReranker,
  createCandidateRetriever,
  createRerankingRetriever,
  type HitReranker,
} from "../../src/reranking/index.ts";
import { resolveScoring } from "../../src/search/resolve-scoring.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import {
  areAllCandidates,
  CANDIDATES_SOURCE_OPTION,
  findCandidatesOption,
  hasCandidatesFile,
  readFileDepth,
} from "./candidates.ts";
import type { Command, CommandContext } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";
import { ENCODER_OPTION, rankDense, withDenseReranker } from "./encoder-option.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { describeTruncation, describeUnusedTensors, withReranker } from "./open-model.ts";
import {
  type OpenedRanker,
  openRanker,
  readRankerName,
  warnOfForeignRanker,
} from "./open-ranker.ts";
import { readQuerySource } from "./query-source.ts";
import { RETRIEVER_OPTIONS, runOnCluster } from "./retriever-run.ts";
import { BACKEND_OPTION, createBackend, DEVICE_OPTION } from "./tensor-backend.ts";
import { readThreads } from "./threads-option.ts";
import { VERSION } from "./version.ts";

export const run: Command = {
  name: "run",
  summary: "rank documents for many queries and write a run file",
  usage: "run <index>… --queries <source> --out <file> [options]",
  description:
    "Writes a TREC run file, compressed if its name ends in .gz, and prints measures if the queries have judgements. With --rerank, a trained model re-ranks the first documents; the others follow. With --candidates, only the documents of a file are ranked. With --retriever, a cluster ranks; the index is then optional and provides the documents for a model. Several indexes are searched as one.",
  options: [
    {
      name: "queries",
      value: "<source>",
      summary: "file of queries, - for standard input, or collection:split",
    },
    { name: "out", short: "o", value: "<file>", summary: "run file to write" },
    ...createFlags("run"),
    CANDIDATES_SOURCE_OPTION,
    ENCODER_OPTION,
    ...RETRIEVER_OPTIONS,
    {
      name: "full",
      summary: "rank every document with the model of --rerank, without a first stage",
    },
    {
      name: "metadata",
      summary: "write ir_metadata comments at the head of the run; trec_eval cannot read them",
    },
    { name: "answered", summary: "only queries with a relevant document" },
    { name: "drop-tail", summary: "write only the re-ranked documents" },
    BACKEND_OPTION,
    DEVICE_OPTION,
    {
      name: "threads",
      value: "<n>",
      summary:
        "number of search threads, by default 1; with --rerank number of model threads, by default 2",
    },
    {
      name: "measures",
      value: "<list>",
      default: "AP,nDCG@10,RR@10,R@1000",
      summary: "measures to print if there are judgements",
    },
  ],
  examples: [
    {
      type: "termwise run ./index --queries wordnet:test --ranker bm25 --out bm25.run",
      does: "ranks for the test queries of the built-in collection",
    },
    {
      type: 'termwise run ./index --queries queries.tsv --ranker "rm3(bm25,docs=10)" --out rm3.run.gz',
      does: "ranks for queries from a file, expanded by pseudo-relevance feedback",
    },
    {
      type: "termwise run ./index --queries wordnet:test --rerank ./s-knrm --out s-knrm.run",
      does: "re-ranks with a trained model",
    },
    {
      type: "termwise run ./index --queries msmarco:dev --candidates top1000.dev.tsv --rerank ./s-knrm --out s-knrm.run",
      does: "re-ranks the candidates of a file and prints measures",
    },
    {
      type: "termwise run --retriever opensearch:http://localhost:9200/news --queries queries.tsv --rerank ./s-knrm --out s-knrm.run",
      does: "re-ranks candidates from a cluster",
    },
  ],

  async run(args, context) {
    const { positionals: folders } = args;
    const [folder] = folders;
    const [source, out] = [args.text("queries"), args.text("out")];
    const address = args.text("retriever");
    const isMissing = folder === undefined && address === undefined;
    if (isMissing || source === undefined || out === undefined) {
      throw createUsageError(run, "one index or --retriever, --queries and --out are needed");
    }
    if (folders.length > 1 && address !== undefined) {
      throw createUsageError(run, "--retriever takes at most one index");
    }
    if (args.has("full") && args.text("rerank") === undefined) {
      throw createUsageError(run, "--full needs --rerank");
    }
    if (!areAllCandidates(args) && (args.has("full") || address !== undefined)) {
      throw createUsageError(run, "--candidates goes neither with --full nor with --retriever");
    }
    const parsing = await readParsing(args, context);
    const isPlain = Object.keys(parsing).length === 0;
    const isByIndex = address === undefined && areAllCandidates(args);
    if (!isPlain && !isByIndex) {
      throw createUsageError(
        run,
        "--syntax, --fields, --weights and --min-match go with rankings of the index",
      );
    }
    const canUseVectors = isByIndex && args.text("rerank") === undefined;
    const { weights } = parsing;
    const defaults = { canUseVectors, ...defined({ weights }) };
    const name = await readRankerName(args, folder && folders, context, defaults);
    const stage = await openStage(name, context);
    if (stage.denseRanker !== undefined && (args.text("rerank") ?? address) !== undefined) {
      throw createUsageError(run, `${stage.name} goes neither with --rerank nor with --retriever`);
    }
    const measures = parseMeasures(args.text("measures") ?? "");
    const top = args.count("top") ?? 1000;
    const split = await readQuerySource(source, context);
    const { queries, judgements } = args.has("answered") ? selectJudged(split) : split;
    const isOnThreads = isPlain && stage.isNamed && args.text("rerank") === undefined;
    const threadCount = isOnThreads ? (readThreads(args) ?? 1) : 1;
    const threads = Math.min(threadCount, Math.max(1, queries.length));
    const write = async (ranked: Run): Promise<void> => {
      const { name } = ranked;
      const metadata = createRunMetadata(name, stage.name, source, args);
      await writeRun(context.files, out, ranked, args.has("metadata") ? { metadata } : {});
      const values = judgements.size === 0 ? [] : evaluate(ranked, judgements, measures).measures;
      const named = values.map(({ measure, overall }) => [measure.name, overall] as const);
      if (args.has("json")) {
        const summary = { run: name, ranker: stage.name, out, queries: queries.length };
        context.out(JSON.stringify({ ...summary, measures: Object.fromEntries(named) }, null, 2));
        return;
      }
      context.note(`wrote the rankings of ${queries.length} queries by ${stage.name} to ${out}`);
      for (const [measure, value] of named)
        context.out(`${measure.padEnd(10)} ${value.toFixed(4)}`);
    };
    if (address !== undefined) {
      await write(await runOnCluster(address, { queries, top, folder }, args, context));
      return;
    }
    const search = async (index: OpenIndex): Promise<void> => {
      warnOfForeignRanker(index, stage.name, context);
      const options = { stage, parsing, top, tag: args.text("tag") };
      await write(await rankQueriesBy(index, { queries, judgements }, options, args, context));
    };
    await withIndex(folders, search, { threads: threads === 1 ? 0 : threads });
  },
};

/** How the words of a query are matched, where it is not the default. */
type QueryParsing = Pick<RunOptions, "syntax" | "fields" | "weights" | "minMatch">;

async function readParsing(args: Arguments, context: CommandContext): Promise<QueryParsing> {
  const options: RunOptions = await readFlags("run", args, context);
  const { syntax, fields, weights, minMatch } = options;
  return defined({ syntax, fields, weights, minMatch: minMatch === 1 ? undefined : minMatch });
}

interface RankingOptions {
  readonly stage: FirstStage;
  readonly parsing: QueryParsing;
  readonly top: number;
  readonly tag: string | undefined;
}

/** A lexical ranker; with `denseRanker`, the lexical part of a dense or hybrid one. */
interface FirstStage extends OpenedRanker {
  /** The name of the dense or hybrid ranker. */
  readonly denseRanker?: string;
}

async function openStage(name: string, context: CommandContext): Promise<FirstStage> {
  if (!needsQueryVector(name)) return openRanker(name, context);
  const { first = "bm25" } = parseHybridRanker(name);
  return { ...(await openRanker(first, context)), name, isNamed: false, denseRanker: name };
}

/** The provenance of a run, in the fields of ir_metadata. */
function createRunMetadata(
  tag: string,
  ranker: string,
  source: string,
  args: Arguments,
): RunMetadata {
  const model = args.text("rerank");
  const isFull = args.has("full");
  const isGiven = model !== undefined && hasCandidatesFile(args);
  const firstStage = isGiven ? (args.text("candidates") as string) : ranker;
  return {
    tag,
    platform: {
      "operating system": { kernel: `${process.platform} ${process.arch}` },
      software: { "retrieval toolkit": `termwise ${VERSION}, Node ${process.versions.node}` },
    },
    implementation: { source: { lang: "typescript" } },
    method: {
      automatic: "true",
      retrieval: {
        ...(isFull ? {} : { "first stage": firstStage }),
        ...(model === undefined ? {} : { [isFull ? "ranker" : "reranker"]: model }),
      },
    },
    data: { "test collection": { name: source } },
  };
}

/** The queries that have a relevant document, and their judgements. */
function selectJudged(split: Split): Pick<Split, "queries" | "judgements"> {
  const queries = judgedQueries(split);
  const queryIds = new Set(queries.map(({ id }) => id));
  return { queries, judgements: new Map([...split.judgements].filter(([id]) => queryIds.has(id))) };
}

/** An encoder that re-ranks, as --rerank names it. */
const DENSE = /^dense\(([^()]+)\)$/;

/** The rankings of the first stage or, with --rerank, of the model. */
async function rankQueriesBy(
  index: OpenIndex,
  { queries, judgements }: Pick<Split, "queries" | "judgements">,
  { stage, parsing, top, tag }: RankingOptions,
  args: Arguments,
  context: CommandContext,
): Promise<Run> {
  const { weights, minMatch, ...parseOptions } = parsing;
  const { searcher, syntax, fields, exactFields, boost } = await resolveScoring(index, {
    ...parseOptions,
    ...defined({ weights }),
  });
  const { progress } = context;
  const model = args.text("rerank");
  const candidates = await findCandidatesOption(
    searcher,
    { queries, judgements },
    { ranker: stage.ranker, top },
    args,
    context,
  );
  if (model === undefined) {
    const name = tag ?? stage.name;
    if (candidates !== undefined) {
      return runQueries(createCandidateRetriever(searcher.view, candidates), queries, { name });
    }
    if (stage.denseRanker !== undefined) {
      const scoring = { ...parseOptions, ...defined({ weights }), ranker: stage.denseRanker };
      const bounds = { top, name, ...defined({ minMatch }) };
      return rankDense(index, queries, scoring, bounds, args, context);
    }
    const { pool } = index;
    const retriever =
      pool === undefined
        ? createIndexRetriever(searcher, {
            ...{ ranker: stage.ranker, syntax, exactFields },
            ...defined({ fields, minMatch, boost }),
          })
        : createPoolRetriever(pool, {
            ...{ ranker: stage.name, exactFields, ...defined({ boost }) },
          });
    return runQueries(retriever, queries, { top, name, progress });
  }
  const depth = args.count("depth") ?? readFileDepth(args, candidates);
  const rerankOptions = { ...defined({ depth, boost }), dropTail: args.has("drop-tail") };
  const rerankBy = (reranker: HitReranker): Promise<Run> => {
    const retriever =
      candidates === undefined
        ? createRerankingRetriever(searcher, reranker, { ranker: stage.ranker, ...rerankOptions })
        : createCandidateReranker(searcher.view, candidates, reranker, rerankOptions);
    return runQueries(retriever, queries, { top, name: tag, progress });
  };
  const encoder = DENSE.exec(model)?.[1];
  if (encoder !== undefined) {
    if (args.has("full"))
      throw createUsageError(run, "--full needs a trained model, not an encoder");
    return withDenseReranker(index, encoder, args, rerankBy);
  }
  return withReranker(model, index, createBackend(args, context), async (reranker) => {
    const unused = describeUnusedTensors(model, reranker.trained);
    if (unused !== undefined) context.note(unused);
    const { firstStage = stage.name } = reranker.trained.description;
    if (firstStage !== stage.name && areAllCandidates(args)) {
      context.note(
        `the model was trained to re-rank ${firstStage}, but the first stage is ${stage.name}`,
      );
    }
    if (args.has("full")) {
      const retriever = createHitsRetriever(
        searcher.view,
        ({ text }, limit) => reranker.rankAll(text, { top: limit }),
        { name: reranker.name, task: "full ranking", batchSize: 1 },
      );
      return runQueries(retriever, queries, { top, name: tag, progress });
    }
    const ranked = await rerankBy(reranker);
    context.note(describeTruncation(reranker));
    return ranked;
  });
}
