/** `termwise discriminate`: learns how much each term counts and writes a pruned index. */

import { renderTable } from "../../src/analysis/table.ts";
import { lineBatches } from "../../src/collection/formats/lines.ts";
import { badInput, quote } from "../../src/common/errors.ts";
import {
  type CrossValidation,
  countForms,
  crossValidate,
  type JudgedQueries,
  type LearnedWeights,
  type LearningOptions,
  learnWeights,
  MODELS,
  type ModelName,
  type StatisticsScope,
  type TermVectors,
  termVectors,
  type VectorLookup,
} from "../../src/discrimination/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { type IndexFigures, indexFigures, writePrunedIndex } from "../../src/index/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Command, Shell } from "./command.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";

export const discriminate: Command = {
  name: "discriminate",
  summary: "learn how much each term counts, and write an index without those that count nothing",
  usage:
    "discriminate <index> --queries <collection:split> --vectors <file> (--out <folder> | --cross-validate <folds>)",
  description:
    "Learns from judged queries and word vectors (docs/discrimination.md). The new index is searched with\ntdv-bm25, tdv-lm or tdv-tfidf; documents added to it later go through the same weights.",
  options: [
    { name: "queries", value: "<source>", summary: "collection:split to learn from" },
    { name: "validation", value: "<source>", summary: "collection:split to stop by" },
    { name: "vectors", value: "<file>", summary: "word vectors as GloVe text" },
    { name: "out", value: "<folder>", summary: "where the pruned index goes" },
    { name: "cross-validate", value: "<folds>", summary: "report unseen queries instead" },
    {
      name: "ranker",
      value: "<name>",
      choices: MODELS,
      default: "bm25",
      summary: "which model to learn for",
    },
    {
      name: "lambda",
      value: "<share>",
      default: "0",
      summary: "from 0 to 1: the larger, the fewer postings",
    },
    {
      name: "statistics",
      value: "<scope>",
      choices: ["batch", "collection"],
      default: "collection",
      summary: "what idf and mean length are taken from while learning",
    },
    { name: "rate", value: "<number>", default: "0.0005", summary: "step of learning" },
    { name: "epochs", value: "<n>", default: "30", summary: "at most so many" },
    { name: "seed", value: "<n>", default: "1", summary: "decides all that is left to chance" },
  ],
  examples: [
    {
      type: "termwise discriminate ./index --queries nfcorpus:train --validation nfcorpus:dev --vectors glove.txt --out ./pruned",
      does: "learns weights for BM25 and writes a pruned index",
    },
    {
      type: "termwise discriminate ./index --queries cranfield --vectors glove.txt --ranker lm --cross-validate 5",
      does: "shows what the language model would gain on unseen queries",
    },
  ],

  async run(args, shell) {
    const [folder, ...rest] = args.positionals;
    const [source, vectorFile] = [args.text("queries"), args.text("vectors")];
    if (folder === undefined || source === undefined || vectorFile === undefined || rest.length) {
      throw wrongUse(discriminate, "an index, --queries and --vectors are needed");
    }
    const [out, folds] = [args.text("out"), args.count("cross-validate", 3)];
    if ((out === undefined) === (folds === undefined)) {
      throw wrongUse(discriminate, "either --out or --cross-validate is needed");
    }
    const options = learningOptions(args, shell);
    await withIndex(folder, async (index) => {
      const data = await judgedQueries(index, source, shell);
      const vectors = await vectorsOf(index, vectorFile, shell);
      if (folds !== undefined) {
        const result = await crossValidate(index.snapshot, vectors, data, { ...options, folds });
        showFolds(result, data, args, shell);
        return;
      }
      const held = args.text("validation");
      const validation = held === undefined ? data : await judgedQueries(index, held, shell);
      const all = { ...options, validation };
      const learned = await learnWeights(index.snapshot, vectors, data, all);
      await writePrunedIndex(
        index.snapshot,
        await NodeDirectory.open(out as string),
        learned.weights,
      );
      const after = await withIndex(out as string, async ({ snapshot }) => indexFigures(snapshot));
      showPruned(learned, [indexFigures(index.snapshot), after], args, shell);
    });
  },
};

function learningOptions(args: Arguments, shell: Shell): LearningOptions {
  const epochs = args.count("epochs", 0);
  const seed = args.count("seed", 0);
  return {
    model: args.text("ranker") as ModelName,
    statistics: args.text("statistics") as StatisticsScope,
    lambda: number(args, "lambda"),
    rate: number(args, "rate"),
    ...(epochs === undefined ? {} : { epochs }),
    ...(seed === undefined ? {} : { seed }),
    progress: shell.progress,
  };
}

function number(args: Arguments, name: string): number {
  const text = args.text(name) ?? "";
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
  { snapshot }: OpenIndex,
  file: string,
  shell: Shell,
): Promise<TermVectors> {
  const lookup = await readTextVectors(file, shell);
  const terms = snapshot.termsWithPrefix("", Infinity);
  const { vectors, report } = termVectors(terms, lookup, await countForms(snapshot));
  shell.note(
    `vectors: ${report.own} terms have their own, ${report.fromForms} that of their forms, ${report.without} none`,
  );
  return vectors;
}

/** GloVe's text: a word and its values a line, separated by spaces. */
async function readTextVectors(file: string, shell: Shell): Promise<VectorLookup> {
  const vectors = new Map<string, Float32Array>();
  for await (const { first, lines } of lineBatches(shell.files.read(file), file)) {
    for (const [i, line] of lines.entries()) {
      const [word = "", ...values] = line.split(" ");
      const vector = Float32Array.from(values, Number);
      if (values.length === 0 || vector.some(Number.isNaN)) {
        throw badInput(file, first + i, "a line must be a word and its values");
      }
      vectors.set(word, vector);
    }
  }
  return (word) => vectors.get(word);
}

function showPruned(
  { chosen, ended, history, ranker, weights }: LearnedWeights,
  [before, after]: [IndexFigures, IndexFigures],
  args: Arguments,
  shell: Shell,
): void {
  if (args.has("json")) {
    shell.out(JSON.stringify({ ranker, ended, chosen, history, before, after }, null, 2));
    return;
  }
  const dropped = [...weights.entries()].filter(([, weight]) => weight === 0).length;
  const row = (
    name: string,
    of: (figures: IndexFigures) => number,
    show: (value: number) => string = String,
  ): string[] => [
    name,
    show(of(before)),
    show(of(after)),
    `${(100 * (of(after) / of(before) - 1)).toFixed(1)} %`,
  ];
  const lists = ({ bytesByKind: kinds }: IndexFigures): number =>
    (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.position ?? 0) + (kinds.weights ?? 0);
  const rows = [
    row("terms", (figures) => figures.terms),
    row("postings", (figures) => figures.postings),
    row("dictionary and lists", lists, megabytes),
    row("whole index", ({ bytes }) => bytes, megabytes),
  ];
  shell.out(renderTable({ header: ["", "before", "after", "change"], rows, words: [0] }, "text"));
  const first = history[0]?.ndcg ?? 0;
  shell.out(
    `\nnDCG@5 ${first.toFixed(4)} -> ${chosen.ndcg.toFixed(4)} on the queries stopped by, epoch ${chosen.epoch}; ${dropped} terms dropped`,
  );
  const why = { epochs: "all epochs are done", "no gain": "nDCG@5 grew no more" };
  shell.note(
    `learning ended because ${ended === "nothing left" ? "hardly a posting would have been left; the weights are from before" : why[ended]}`,
  );
  shell.note(`search it with --ranker "${ranker}"`);
}

function showFolds(
  { run, folds }: CrossValidation,
  { judgements }: JudgedQueries,
  args: Arguments,
  shell: Shell,
): void {
  const { measures } = evaluate(run, judgements, ["nDCG@5", "R@1000"]);
  const named = measures.map(({ measure, overall }) => [measure.name, overall] as const);
  const reports = folds.map(({ queries, learned: { chosen, ended } }) => ({
    queries: queries.length,
    ...chosen,
    ended,
  }));
  if (args.has("json")) {
    const all = { ranker: run.name, measures: Object.fromEntries(named), folds: reports };
    shell.out(JSON.stringify(all, null, 2));
    return;
  }
  const rows = reports.map(({ queries, epoch, kept, ndcg }, i) => [
    String(i + 1),
    String(queries),
    String(epoch),
    `${(100 * (1 - kept)).toFixed(1)} %`,
    ndcg.toFixed(4),
  ]);
  const header = ["fold", "queries", "epoch", "pruned", "nDCG@5 of the choosing fold"];
  shell.out(renderTable({ header, rows, words: [] }, "text"));
  for (const [measure, value] of named) shell.out(`${measure} ${value.toFixed(4)}, unseen queries`);
}
