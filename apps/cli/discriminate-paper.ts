/** `termwise discriminate --method paper`, `equations` and `occurrences`: weights of occurrences, and an index without terms that weigh nothing. */

import { defined } from "../../src/common/defined.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  crossValidate,
  DEFAULT_LAMBDA,
  DEFAULT_MIN_WEIGHT,
  DEFAULT_TOLERANCE,
  LAMBDAS,
  type LearningOptions,
  learnSmallestIndex,
  learnWeights,
  type ModelName,
  type NegativeSource,
  PAPER_EQUATIONS,
  PAPER_OPTIONS,
  PRUNING_EPOCHS,
  type QueryJudgements,
} from "../../src/discrimination/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { computeIndexStatistics, writePrunedIndex } from "../../src/index/index.ts";
import { countForms, createTermVectors, type TermVectors } from "../../src/scoring/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import type { Arguments } from "./arguments.ts";
import { checkIsEmpty, createFolderAtomically } from "./atomic-folder.ts";
import type { CommandContext, Option } from "./command.ts";
import { printFolds, printPruned, writeCurves } from "./discriminate-report.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";

interface NumberOption extends Option {
  /** The option of the library. */
  readonly key: "lambda" | "tolerance" | "minWeight" | "rate" | "dropout" | "parameterRate";
}

const NUMBERS: readonly NumberOption[] = [
  {
    name: "lambda",
    key: "lambda",
    summary: `sparsity, from 0 to 1: larger values keep fewer postings; by default ${DEFAULT_LAMBDA}; auto: chosen on unseen queries`,
  },
  {
    name: "tolerance",
    key: "tolerance",
    summary: `with --lambda auto: allowed loss of nDCG@5 against the plain model; by default ${DEFAULT_TOLERANCE}`,
  },
  {
    name: "min-weight",
    key: "minWeight",
    alias: "least-weight",
    summary: `minimum weight of a term; by default ${DEFAULT_MIN_WEIGHT}`,
  },
  { name: "rate", key: "rate", summary: "learning rate; by default 0.001" },
  {
    name: "dropout",
    key: "dropout",
    summary: "share of the components of the vectors that each step leaves out; by default 0",
  },
  {
    name: "parameter-rate",
    key: "parameterRate",
    summary: "learning rate of k1, b and mu; 0 freezes them; by default 0.02",
  },
];

/** Options that only occurrence weights have. */
export const PAPER_CLI_OPTIONS: readonly Option[] = [
  { name: "validation", value: "<source>", summary: "collection:split for early stopping" },
  {
    name: "cross-validate",
    value: "<folds>",
    summary: "report on unseen queries instead, by cross-validation",
  },
  { name: "report", value: "<folder>", summary: "folder for the learning curves" },
  ...NUMBERS.map(({ key: _, ...option }) => ({ ...option, value: "<number>" })),
  {
    name: "negatives",
    value: "<which>",
    choices: ["found", "judged"],
    summary:
      "source of negatives: retrieved documents (default), or documents judged not relevant (default of equations)",
  },
  {
    name: "epochs",
    value: "<n>",
    summary: `maximum number of epochs; by default 15, with --lambda auto ${PRUNING_EPOCHS}`,
  },
];

/** Learns occurrence weights, as the paper does or with our changes to it. */
export async function discriminateByPaper(
  folder: string,
  source: string,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const vectorsName = args.text("vectors");
  if (vectorsName === undefined || vectorsName === "auto" || vectorsName === "none") {
    throw badArgument("occurrence weights are learned from word vectors: --vectors is needed");
  }
  const [out, folds] = [args.text("out"), args.count("cross-validate", 3)];
  if ((out === undefined) === (folds === undefined)) {
    throw badArgument("either --out or --cross-validate is needed");
  }
  const options = readLearningOptions(args, context);
  const isAuto = args.text("lambda") === "auto";
  if (out !== undefined) await checkIsEmpty(out);
  await withIndex(folder, async (index) => {
    if (index.snapshot.weights !== undefined) {
      throw badArgument(`the index ${quote(folder)} has weights already: learn from the full one`);
    }
    const data = await readJudgedQueries(index, source, context);
    const vectors = await openWordVectors(index, vectorsName, context);
    if (folds !== undefined) {
      const grid = LAMBDAS.map((lambda) => ({ lambda }));
      const auto = {
        ...{ grid, prefer: "smallest" as const },
        ...{ tolerance: DEFAULT_TOLERANCE, epochs: PRUNING_EPOCHS },
      };
      const how = { ...(isAuto ? auto : {}), ...options, folds };
      const result = await crossValidate(index.snapshot, vectors, data, how);
      printFolds(result, data, args, context);
      return;
    }
    const validationSource = args.text("validation");
    const validationOptions =
      validationSource === undefined
        ? {}
        : { validation: await readJudgedQueries(index, validationSource, context) };
    const learn = isAuto ? learnSmallestIndex : learnWeights;
    const learned = await learn(index.snapshot, vectors, data, {
      ...options,
      ...validationOptions,
    });
    const { weights, ranker } = learned;
    await createFolderAtomically(out as string, async (target) =>
      writePrunedIndex(index.snapshot, await NodeDirectory.open(target), weights, { ranker }),
    );
    const after = await withIndex(out as string, async ({ snapshot }) =>
      computeIndexStatistics(snapshot),
    );
    printPruned(learned, [computeIndexStatistics(index.snapshot), after], args, context);
    const report = args.text("report");
    if (report !== undefined) await writeCurves(learned, report, { queries: source }, context);
  });
}

/** Settings of each method that differ from the defaults of the library. */
const METHODS: Readonly<Record<string, LearningOptions>> = {
  paper: PAPER_OPTIONS,
  equations: PAPER_EQUATIONS,
};

/** Only what was given, so that the library's defaults, or the paper's, hold for the rest. */
function readLearningOptions(args: Arguments, context: CommandContext): LearningOptions {
  const numberOptions = NUMBERS.map(({ name, key }) => {
    const isAuto = name === "lambda" && args.text(name) === "auto";
    return [key, isAuto ? undefined : parseNumber(args, name)] as const;
  });
  const epochs = args.count("epochs", 0);
  const negatives = args.text("negatives");
  return {
    ...METHODS[args.text("method") ?? ""],
    ...defined({ ...Object.fromEntries(numberOptions), epochs }),
    model: args.text("ranker") as ModelName,
    ...(negatives === undefined ? {} : { negatives: negatives as NegativeSource }),
    seed: args.count("seed", 0) ?? 1,
    progress: context.progress,
  };
}

function parseNumber(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value < Infinity) return value;
  throw badArgument(`--${name} must be a number ≥ 0, got ${quote(text)}`);
}

async function readJudgedQueries(
  { analyzer }: OpenIndex,
  source: string,
  context: CommandContext,
): Promise<QueryJudgements> {
  const { queries, judgements } = await readQuerySource(source, context, "train");
  return {
    queries: queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements,
  };
}

async function openWordVectors(
  { snapshot, analyzer }: OpenIndex,
  name: string,
  { files, findPackage, note }: CommandContext,
): Promise<TermVectors> {
  const { vectors: words } = await openVectors(files, name, { findPackage });
  const terms = snapshot.termsWithPrefix("", Infinity);
  const forms = await countForms(snapshot, analyzer);
  const { vectors, report } = createTermVectors(terms, (word) => words.getVector(word), forms);
  note(
    `vectors: ${report.own} terms have their own, ${report.fromForms} that of their forms, ${report.without} none`,
  );
  return vectors;
}
