/** `termwise search`: ranks documents for one query. */

import { readFile } from "node:fs/promises";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import type { Explanation, Snippet, SnippetPiece } from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import {
  type FacetCounts,
  type HitGroup,
  type HitHighlights,
  type StoredDocument,
  searchHits,
} from "../../src/search/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { ENCODER_OPTION, encodeQuery } from "./encoder-option.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { openRanker } from "./open-ranker.ts";
import { needsTotals, printFacets, RESULT_OPTIONS, readResultOptions } from "./result-options.ts";

export const search: Command = {
  name: "search",
  summary: "rank documents for one query",
  usage: "search <index> <query> [options]",
  description:
    'Prints the best documents for a query, best first. Any string is a query; with --syntax, "phrase", +must,\n-not, prefix* and fuzzy~ are operators. docs/rankers.md lists the rankers.',
  options: [
    {
      name: "ranker",
      short: "r",
      value: "<name>",
      summary:
        "ranking function; by default bm25, bm25f with fields, or the one that a pruned index was learned for",
    },
    {
      name: "top",
      short: "n",
      alias: "limit",
      value: "<n>",
      default: "10",
      summary: "maximum number of results",
    },
    {
      name: "min-match",
      value: "<n>",
      default: "1",
      summary: "minimum number of query terms that a document must contain",
    },
    {
      name: "fields",
      value: "<list>",
      summary: "text fields to search, with commas between; title^3 weighs one; by default all",
    },
    ...RESULT_OPTIONS,
    { name: "syntax", summary: "treat operators in the query as operators" },
    { name: "prefix", summary: "match words that begin with the last word of the query" },
    { name: "fuzzy", summary: "match words that are one or two typing errors away" },
    {
      name: "synonyms",
      value: "<file>",
      summary: "file of synonyms, one rule per line: sofa, couch or tv => television",
    },
    {
      name: "highlight",
      summary:
        "show the matches in every text of a document, one line each, in place of one passage",
    },
    { name: "explain", summary: "show how each score is computed" },
    ENCODER_OPTION,
  ],
  takesText: true,
  examples: [
    {
      type: 'termwise search ./index "wing flutter"',
      does: "prints the ten best documents by BM25",
    },
    {
      type: 'termwise search ./index "wing flutter" --ranker "lm(mu=500)" --explain',
      does: "uses another ranker and explains each score",
    },
    { type: 'termwise search ./index "+wing -tail aero*" --syntax', does: "uses operators" },
    {
      type: 'termwise search ./shop lamp --filter "price < 20" --facet category --sort=-price',
      does: "shows lamps below 20, the dearest first, and how many there are by category",
    },
    {
      type: 'termwise search ./shop "" --filter "category = lamps" --sort price',
      does: "lists all lamps, the cheapest first",
    },
    {
      type: 'termwise search ./index "wing fluter supers" --prefix --fuzzy',
      does: "finds words that are half-typed or mistyped",
    },
    {
      type: 'termwise search ./index "how planes shake" --ranker hybrid',
      does: "combines keyword and semantic search, in an index made with --vectors",
    },
  ],

  async run(args, context) {
    const [folder, query, ...rest] = args.positionals;
    if (folder === undefined || query === undefined || rest.length > 0) {
      throw createUsageError(search, "one index and one query (in quotes) are needed");
    }
    await withIndex(folder, async (index) => {
      const { hits, ...result } = await findHits(index, query, args, context);
      const dropped = findDroppedTerms(index, query);
      if (args.has("json"))
        context.out(JSON.stringify({ query, hits, ...result, dropped }, null, 2));
      else {
        printHits(hits, context);
        if (result.didYouMean !== undefined)
          context.note(`did you mean ${quote(result.didYouMean)}?`);
        if (result.facets !== undefined) printFacets(result.facets, context);
        if (result.after !== undefined) context.note(`more: --after ${result.after}`);
      }
      if (dropped.length > 0 && (hits.length === 0 || args.has("explain"))) {
        context.note(`these terms have weight 0 and are not in this index: ${dropped.join(", ")}`);
      }
    });
  },
};

/** What a search found. */
export interface SearchOutput {
  readonly hits: readonly OutputHit[];
  readonly total?: number;
  /** The query with likely mistakes corrected, where little was found. */
  readonly didYouMean?: string;
  readonly facets?: FacetCounts;
  readonly after?: string;
}

export interface OutputHit {
  readonly rank: number;
  readonly id: string;
  readonly score: number;
  readonly title?: string;
  readonly group?: HitGroup;
  readonly snippet?: Snippet;
  readonly highlights?: HitHighlights;
  /** With `highlights`: the texts that these point into. */
  readonly document?: StoredDocument;
  readonly explanation?: Explanation;
}

/** The terms of a query that learning has found to weigh nothing. */
function findDroppedTerms({ snapshot, analyzer }: OpenIndex, query: string): string[] {
  const terms = new Set(analyzer.terms(query));
  return [...terms].filter((term) => snapshot.weights?.weight(term) === 0);
}

/** The hits of a query with what a person wants to see of them. */
export async function findHits(
  index: OpenIndex,
  query: string,
  args: Arguments,
  context: Pick<CommandContext, "files" | "note">,
): Promise<SearchOutput> {
  const rankerName = args.text("ranker") ?? index.ranker;
  const isDense = needsQueryVector(rankerName);
  const ranker = isDense ? rankerName : (await openRanker(rankerName, context)).ranker;
  const vector = isDense ? await encodeQuery(index, query, args) : undefined;
  const chosen = readResultOptions(args);
  const isCounted = needsTotals(args);
  const synonyms = await readSynonyms(args);
  const { hits, total, facets, after, didYouMean } = await searchHits(index, query, {
    ...chosen,
    ranker,
    ...defined({ vector }),
    limit: args.count("top") ?? 10,
    minMatch: args.count("min-match") ?? 1,
    syntax: args.has("syntax"),
    ...(args.text("fields") === undefined
      ? {}
      : { fields: (args.text("fields") ?? "").split(",").map((field) => field.trim()) }),
    prefix: args.has("prefix"),
    fuzzy: args.has("fuzzy"),
    ...defined({ synonyms }),
    snippet: true,
    highlight: args.has("highlight"),
    explain: args.has("explain"),
    total: isCounted,
  });
  const outputHits = hits.map(
    ({ id, score, document, group, snippet, highlights, explanation }, i) => {
      const { pieces, isCutBefore, isCutAfter } = snippet ?? {};
      return {
        rank: (chosen.offset ?? 0) + i + 1,
        id,
        score,
        ...(document.title ? { title: document.title } : {}),
        ...(group ? { group } : {}),
        ...(pieces ? { snippet: { pieces, isCutBefore, isCutAfter } as Snippet } : {}),
        ...(highlights ? { highlights, document } : {}),
        ...(explanation ? { explanation } : {}),
      };
    },
  );
  return {
    hits: outputHits,
    ...(isCounted ? { total } : {}),
    ...defined({ didYouMean, facets }),
    ...(isCounted && after !== undefined ? { after } : {}),
  };
}

/** The rules of a file of synonyms. */
async function readSynonyms(args: Arguments): Promise<string | undefined> {
  const file = args.text("synonyms");
  if (file === undefined) return undefined;
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badArgument(`the synonyms in ${quote(file)} cannot be read: ${reason}`);
  }
}

export function printHits(hits: readonly OutputHit[], context: CommandContext): void {
  if (hits.length === 0) context.out("nothing found");
  for (const hit of hits) {
    const { rank, id, score, title, snippet: passage, highlights, document, explanation } = hit;
    context.out(
      `${String(rank).padStart(3)}  ${score.toFixed(4)}  ${id}${title ? `  ${title}` : ""}`,
    );
    if (highlights !== undefined) {
      for (const [name, { ranges }] of Object.entries(highlights)) {
        context.out(formatHighlights(name, String(document?.[name]), ranges));
      }
    } else if (passage !== undefined) {
      const pieces = passage.pieces.map(({ text, isMatch }) => {
        return { text: text.replaceAll(/\s+/g, " "), isMatch };
      });
      const [before, after] = [passage.isCutBefore ? "… " : "", passage.isCutAfter ? " …" : ""];
      const plain = (text: string) => ({ text, isMatch: false });
      context.out([plain(`     ${before}`), ...pieces, plain(after)]);
    }
    if (explanation !== undefined)
      for (const line of formatExplanation(explanation, 5)) context.out(line);
  }
}

/** A text with its matches marked, on one line, up to a while after the first match. */
function formatHighlights(
  name: string,
  text: string,
  ranges: HitHighlights[string]["ranges"],
): SnippetPiece[] {
  const [first = 0] = ranges[0] ?? [];
  const start = Math.max(0, first - 40);
  const end = Math.min(text.length, start + 160);
  const head = { text: `     ${name}: ${start > 0 ? "… " : ""}`, isMatch: false };
  const pieces: SnippetPiece[] = [];
  let at = start;
  for (const [from, to] of ranges) {
    if (to > end) break;
    pieces.push({ text: text.slice(at, from), isMatch: false });
    pieces.push({ text: text.slice(from, to), isMatch: true });
    at = to;
  }
  pieces.push({ text: `${text.slice(at, end)}${end < text.length ? " …" : ""}`, isMatch: false });
  return [head, ...pieces.map((piece) => ({ ...piece, text: piece.text.replaceAll(/\s+/g, " ") }))];
}

/** The tree of an explanation, a line a part. */
function formatExplanation(
  { label, value, facts, formula, parts }: Explanation,
  indent: number,
): string[] {
  const numbers = Object.entries(facts).map(([name, fact]) => `${name} ${formatNumber(fact)}`);
  const how = formula === undefined ? "" : `; ${formula}`;
  const line = `${" ".repeat(indent)}${formatNumber(value)}  ${label}: ${numbers.join(", ")}${how}`;
  return [line, ...parts.flatMap((part) => formatExplanation(part, indent + 2))];
}

function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(5);
}
