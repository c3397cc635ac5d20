/** `termwise explain`: shows how the score of a document is computed, by a ranker or by a trained model. */

import { renderExplanationPage } from "../../src/analysis/index.ts";
import { quote, TermwiseError } from "../../src/common/errors.ts";
import {
  computePairInsight,
  computeTermSalience,
  type ExplainedToken,
  explainPair,
  type PairExplanation,
} from "../../src/reranking/index.ts";
import { createRuledExecution } from "../../src/search/create-execution.ts";
import { applySettings } from "../../src/search/search-settings.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext, Option } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";
import { ENCODER_OPTION } from "./encoder-option.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { describeTruncation, withReranker } from "./open-model.ts";
import { type CliOptions, formatExplanation, resolveRanking } from "./search.ts";

/** From no match to the same word. */
const SHADES = " ░▒▓█";
/** Words that are shown of a model whose score has no parts. */
const MAX_OCCLUDED = 12;
/** Parts of the score that are printed; --json and --html have all. */
const MAX_KERNELS = 12;
/** Columns of the picture; --json has the whole document. */
const MAX_COLUMNS = 60;

const RERANK_OPTION: Option = {
  name: "rerank",
  alias: "model",
  value: "<folder>",
  summary: "folder of a trained model to explain",
};

export const explain: Command = {
  name: "explain",
  summary: "explain the score of a document",
  usage: "explain <index> <query> <document id> [--rerank <folder>] [options]",
  description:
    "Prints the parts of the score, term by term. With --rerank, prints the match matrix of a trained model: a row per query word and a column per document word, darker where their vectors are closer. Models that learn salience show it beside each word. Below the matrix are the contributions of the query words or of the Gaussian kernels, or the best matches of each query word. Scores of MatchPyramid, Duet and BERT have no parts: for them the command prints what the score loses without each word.",
  options: [
    ...createFlags("explain"),
    RERANK_OPTION,
    ENCODER_OPTION,
    {
      name: "html",
      value: "<file>",
      summary: "with --rerank: file to write an HTML page to instead",
    },
  ],
  takesText: true,
  examples: [
    {
      type: 'termwise explain ./index "a domestic cat" 02121620-n',
      does: "explains the score by BM25",
    },
    {
      type: 'termwise explain ./index --rerank ./s-knrm "a domestic cat" 02121620-n',
      does: "explains the score of a trained model",
    },
  ],

  async run(args, context) {
    const [folder, query, id, ...rest] = args.positionals;
    const model = args.text("rerank");
    const isComplete = folder !== undefined && query !== undefined && id !== undefined;
    if (!isComplete || rest.length > 0) {
      throw createUsageError(
        explain,
        "one index, a query (in quotes) and a document id are needed",
      );
    }
    if (model === undefined) {
      if (args.text("html") !== undefined) throw createUsageError(explain, "--html needs --rerank");
      return withIndex(folder, (index) => explainByRanker(index, query, id, args, context));
    }
    await withIndex(folder, (index) =>
      withReranker(model, index, wasmBackend(), async (reranker) => {
        const document = findDocument(index, id);
        const { trained, sequences } = reranker;
        const [score = 0] = await reranker.score(query, [document]);
        const learns = trained.model.salience !== undefined;
        const { query: words, document: others } = sequences.pair(
          sequences.query(query),
          await sequences.document(document),
        );
        const explanation = explainPair(trained, words, others, score, {
          salience: learns ? await computeTermSalience(wasmBackend(), trained) : [],
          insight: await computePairInsight(wasmBackend(), trained, words, others),
        });
        const html = args.text("html");
        if (html !== undefined) {
          const page = renderExplanationPage(explanation, `“${query}” and ${id}`);
          await context.files.write(html, [new TextEncoder().encode(page)]);
          context.note(`wrote ${html}`);
          return;
        }
        if (args.has("json")) {
          const plain = (_: string, value: unknown) =>
            value instanceof Float64Array ? [...value] : value;
          context.out(JSON.stringify({ id, ...explanation }, plain, 2));
          return;
        }
        for (const line of drawMatchMatrix(explanation)) context.out(line);
        context.note(describeTruncation(reranker));
      }),
    );
  },
};

/** Prints the parts of the score of the first stage. */
async function explainByRanker(
  index: OpenIndex,
  query: string,
  id: string,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const document = findDocument(index, id);
  const flags = (await readFlags("explain", args, context)) as CliOptions;
  const options = applySettings(index.snapshot.settings, flags);
  const { ranking, ...resolved } = await resolveRanking(index, query, options, args, context);
  const scoring = { ...options, ...resolved };
  const execution = await createRuledExecution(index, query, scoring, {});
  const explanation = await execution.explain(document);
  context.note(`ranked by ${ranking.ranker}`);
  if (args.has("json")) context.out(JSON.stringify({ id, ...ranking, ...explanation }, null, 2));
  else for (const line of formatExplanation(explanation)) context.out(line);
}

function findDocument({ snapshot }: OpenIndex, id: string): number {
  const document = snapshot.find(id);
  if (document !== undefined) return document;
  throw new TermwiseError("NOT_FOUND", `there is no document ${quote(id)} in the index`);
}

/** The match matrix, the document's words by number, then what the model makes of them. */
function drawMatchMatrix(explanation: PairExplanation): string[] {
  const { model, score, query, document, matches } = explanation;
  const rows = matches.map((row, i) => {
    const cells = Array.from(row.subarray(0, MAX_COLUMNS), pickShade).join("");
    return `${formatLabel(query[i] as ExplainedToken).padStart(24)} │${cells}│`;
  });
  const words = document.map((token, i) => `${String(i + 1).padStart(3)} ${formatLabel(token)}`);
  const truncationNote =
    document.length > MAX_COLUMNS ? [`the first ${MAX_COLUMNS} of ${document.length} words`] : [];
  return [
    `${model} scores ${score.toPrecision(5)}`,
    "",
    ...rows,
    ...truncationNote,
    "",
    ...words,
    ...formatInsight(explanation),
  ];
}

/** The contribution of each query word, the strongest kernels, or the positions of the largest matches of each query word. */
function formatInsight(explanation: PairExplanation): string[] {
  const { query, contributions = [], rest, kernels = [], windows = [] } = explanation;
  const added = contributions.map(
    (part, i) => `${part.toFixed(4).padStart(9)}  by ${query[i]?.word ?? "(unknown)"}`,
  );
  if (rest !== undefined)
    added.push(`${rest.toFixed(4).padStart(9)}  by the biases of the network`);
  const kernelLines = kernels
    .map(({ name, feature, weight }) => ({ name, part: feature * weight }))
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part))
    .slice(0, MAX_KERNELS)
    .map(({ name, part }) => `${part.toFixed(4).padStart(9)}  matches near ${name}`);
  const windowLines = windows.flatMap((rows, size) =>
    rows.map((row, i) => {
      const windowTexts = row
        .map(({ place, value, gate = 1 }) => `${place + 1} (${(value * gate).toFixed(2)})`)
        .join(", ");
      const [side, { word = "(unknown)" }] = [size + 1, query[i] as ExplainedToken];
      return `${word.padStart(24)}  in windows of ${side}×${side}: ${windowTexts}`;
    }),
  );
  return [added, kernelLines, windowLines, formatOcclusion(explanation)]
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => ["", ...lines]);
}

/** The words without which the score would change most. */
function formatOcclusion({ occlusion, query, document }: PairExplanation): string[] {
  if (occlusion === undefined) return [];
  const lines = [
    ...occlusion.query.map((change, i) => ({ change, of: `${query[i]?.word ?? "(unknown)"}` })),
    ...occlusion.document.map((change, i) => ({
      change,
      of: `${document[i]?.word ?? "(unknown)"} at ${i + 1}`,
    })),
  ].sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return [
    "The score loses, without each word (this does not add up to the score):",
    ...lines
      .slice(0, MAX_OCCLUDED)
      .map(({ change, of }) => `${change.toFixed(4).padStart(9)}  without ${of}`),
  ];
}

function pickShade(match: number): string {
  const at = Math.round(Math.max(0, match) * (SHADES.length - 1));
  return SHADES[at] as string;
}

function formatLabel({ word = "(unknown)", salience }: ExplainedToken): string {
  return salience === undefined ? word : `${word} ${salience.toFixed(2)}`;
}
