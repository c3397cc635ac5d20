/** `termwise rerank`: scores pairs of texts from a file by a trained model. */

import {
  hasTexts,
  streamTextPairs,
  type TextPair,
  writeLines,
} from "../../src/collection/formats/index.ts";
import { type Run, streamCandidates, writeRun } from "../../src/collection/index.ts";
import { openModel, scorePairs } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { describeUnusedTensors } from "./open-model.ts";
import { BACKEND_OPTIONS, createBackend } from "./tensor-backend.ts";

export const rerank: Command = {
  name: "rerank",
  summary: "score pairs of texts from a file",
  usage: "rerank <file> --model <folder> --out <file> [options]",
  description:
    "Reads pairs of a query and a document, without an index. For lines of query id, document id, query and document, as in top1000.*.tsv of MS MARCO, it writes a TREC run. For pairs, two columns or JSON Lines with query and document, it writes one score per line. Files may be gzip.",
  options: [
    {
      name: "model",
      value: "<folder>",
      summary: "folder of a trained model or of a published cross-encoder",
    },
    { name: "out", short: "o", value: "<file>", summary: "file to write" },
    { name: "tag", value: "<name>", summary: "name of the run, by default that of the model" },
    ...BACKEND_OPTIONS,
  ],
  examples: [
    {
      type: "termwise rerank top1000.dev.tsv --model ./s-knrm --out s-knrm.run",
      does: "re-ranks MS MARCO's candidates without an index",
    },
    {
      type: "termwise rerank pairs.jsonl.gz --model ./s-knrm --out scores.txt",
      does: "writes the score of each pair",
    },
  ],

  async run(args, context) {
    const [path, ...rest] = args.positionals;
    const [folder, out] = [args.text("model"), args.text("out")];
    if (path === undefined || folder === undefined || out === undefined || rest.length > 0) {
      throw createUsageError(rerank, "one file of pairs, --model and --out are needed");
    }
    const model = await openModel(folder);
    const unused = describeUnusedTensors(folder, model);
    if (unused !== undefined) context.note(unused);
    const score = <P extends TextPair>(pairs: AsyncIterable<P>) =>
      scorePairs(pairs, model, createBackend(args, context));
    if (await hasTexts(context.files, path)) {
      const run = await collectRun(
        score(streamPairs(path, context)),
        args.text("tag") ?? model.model.name,
      );
      await writeRun(context.files, out, run);
      context.note(`wrote the rankings of ${run.rankings.size} queries to ${out}`);
      return;
    }
    let count = 0;
    async function* formatScores(): AsyncGenerator<string> {
      for await (const { score: value } of score(streamTextPairs(context.files, path as string))) {
        count++;
        yield String(value);
      }
    }
    await writeLines(context.files, out, formatScores());
    context.note(`wrote the scores of ${count} pairs to ${out}`);
  },
};

/** A pair with the ids of its texts. */
interface NamedPair extends TextPair {
  readonly queryId: string;
  readonly documentId: string;
}

async function* streamPairs(path: string, { files }: CommandContext): AsyncGenerator<NamedPair> {
  for await (const { query, document } of streamCandidates(files, path)) {
    const [queryId, documentId] = [query.id, document.id];
    yield { query: query.text, document: document.text, queryId, documentId };
  }
}

async function collectRun(
  pairs: AsyncIterable<NamedPair & { readonly score: number }>,
  name: string,
): Promise<Run> {
  const scores = new Map<string, Map<string, number>>();
  for await (const { queryId, documentId, score } of pairs) {
    const ranking = scores.get(queryId) ?? new Map<string, number>();
    scores.set(queryId, ranking.set(documentId, score));
  }
  const rankings = [...scores].map(([query, ranking]) => {
    const documents = [...ranking.keys()];
    return [query, { documents, scores: Float64Array.from(ranking.values()) }] as const;
  });
  return { name, rankings: new Map(rankings) };
}
