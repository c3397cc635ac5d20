/** `termwise search`: ranks documents for one query. */

import type { ClusterSearchIndex } from "../../adapters/opensearch/index.ts";
import type { RankingDescription } from "../../src/api/index.ts";
import { defined } from "../../src/common/defined.ts";
import { quote } from "../../src/common/errors.ts";
import { parseHybridRanker } from "../../src/dense/index.ts";
import type { Explanation } from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import {
  type FacetCounts,
  type HitGroup,
  type HitHighlights,
  nameHybrid,
  type SearchOptions,
  type SearchResult,
  type StoredDocument,
  searchHits,
} from "../../src/search/index.ts";
import { checkSearchOptions } from "../../src/search/search-options.ts";
import { applySettings } from "../../src/search/search-settings.ts";
import type { Snippet, SnippetPiece } from "../../src/search/snippets/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { isClusterAddress, refuseOnCluster, withClusterIndex } from "./cluster-search.ts";
import type { Command, CommandContext } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";
import { ENCODER_OPTION, encodeQuery, formatWordsFallback } from "./encoder-option.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { openRanker, warnOfForeignRanker } from "./open-ranker.ts";

/** Options as flags name them: rankers and models by name. */
export type CliOptions = Omit<SearchOptions, "ranker" | "rerank"> & {
  readonly ranker?: string;
  readonly rerank?: string;
};

export const search: Command = {
  name: "search",
  summary: "rank documents for one query",
  usage: "search <index>… <query> [options]",
  description:
    'Prints the best documents for a query, best first. Any string is a query; with --syntax, "phrase", +must, -not, prefix* and fuzzy~ are operators. docs/rankers.md lists the rankers. Several indexes are searched as one. opensearch:<url>/<alias> in place of an index searches a published one.',
  options: [...createFlags("search"), ENCODER_OPTION],
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
      type: 'termwise search ./news-2025 ./news-2026 "flood"',
      does: "searches two indexes as one",
    },
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
      does: "matches a partial last word, and words with typos",
    },
    {
      type: 'termwise search ./index "how planes shake" --ranker hybrid',
      does: "combines keyword and semantic search, in an index built with --vectors",
    },
  ],

  async run(args, context) {
    const [folders, query] = [args.positionals.slice(0, -1), args.positionals.at(-1)];
    if (folders.length === 0 || query === undefined) {
      throw createUsageError(search, "an index and one query (in quotes) are needed");
    }
    const [first = ""] = folders;
    if (folders.length === 1 && isClusterAddress(first)) {
      await withClusterIndex(first, async (index) => {
        const output = await findHitsOnCluster(index, query, args, context);
        printOutput(query, output, [], args, context);
      });
      return;
    }
    await checkFolders(folders, context);
    await withIndex(folders, async (index) => {
      const output = await findHits(index, query, args, context);
      printOutput(query, output, findDroppedTerms(index, query), args, context);
    });
  },
};

function printOutput(
  query: string,
  { hits, ...result }: SearchOutput,
  dropped: readonly string[],
  args: Arguments,
  context: CommandContext,
): void {
  if (args.has("json")) context.out(JSON.stringify({ query, hits, ...result, dropped }, null, 2));
  else {
    printHits(hits, context);
    context.note(`ranked by ${result.ranker}`);
    if (result.didYouMean !== undefined) context.note(`did you mean ${quote(result.didYouMean)}?`);
    if (result.facets !== undefined) printFacets(result.facets, context);
    if (result.after !== undefined) context.note(`more: --after ${result.after}`);
    const limited = result.candidates?.limited ?? [];
    if (limited.length > 0) {
      context.note(
        `exact only among ${result.candidates?.count} candidates: ${limited.join(", ")}`,
      );
    }
  }
  if (dropped.length > 0 && (hits.length === 0 || args.has("explain"))) {
    context.note(`these terms have weight 0 and are not in this index: ${dropped.join(", ")}`);
  }
}

/** The hits of a published index. */
async function findHitsOnCluster(
  index: ClusterSearchIndex,
  query: string,
  args: Arguments,
  context: Pick<CommandContext, "files" | "note">,
): Promise<SearchOutput> {
  const { rerank, ...flags } = (await readFlags("search", args, context)) as CliOptions;
  if (rerank !== undefined) refuseOnCluster("--rerank");
  const declared = { ...(await index.settings()), ...flags } as SearchOptions;
  const isCounted = needsTotals(declared);
  const vector = await encodeClusterQuery(index, query, declared, args);
  const shown = { snippet: true, total: isCounted, ...defined({ vector }) };
  const result = await index.search(query, { ...flags, ...shown });
  const { ranker, candidates } = result;
  return {
    ...toOutput(result, declared, isCounted),
    ...{ ranker, ...defined({ candidates }) },
  };
}

/** The vector of a query of an index that is published with vectors, if there is an encoder or must be one. */
async function encodeClusterQuery(
  index: ClusterSearchIndex,
  query: string,
  { ranker, vector, vectorFallback }: SearchOptions,
  args: Arguments,
): Promise<SearchOptions["vector"]> {
  const isNeeded = ranker === undefined || needsQueryVector(ranker);
  if (index.record.vectors === undefined || vector !== undefined || !isNeeded) return vector;
  const fallback = vectorFallback ?? (ranker === undefined ? "words" : "refuse");
  return index.withWords((reader) => encodeQuery(reader, query, args, fallback));
}

/** Words of a query without quotes are taken for folders, so a folder that is missing is a usage error. */
async function checkFolders(folders: readonly string[], { files }: CommandContext): Promise<void> {
  if (folders.length === 1) return;
  for (const folder of folders) {
    if ((await files.kind(folder)) === "folder") continue;
    throw createUsageError(
      search,
      `${quote(folder)} is not the folder of an index; a query of several words needs quotes`,
    );
  }
}

/** The result of a search, as printed. */
export interface SearchOutput extends RankingDescription {
  readonly hits: readonly OutputHit[];
  readonly total?: number;
  /** The query with likely mistakes corrected, where little was found. */
  readonly didYouMean?: string;
  readonly facets?: FacetCounts;
  readonly after?: string;
  /** Of a published index: what the cluster found, and what is exact among that only. */
  readonly candidates?: SearchResult["candidates"];
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

/** The hits of a query, with titles, passages and explanations. */
export async function findHits(
  index: OpenIndex,
  query: string,
  args: Arguments,
  context: Pick<CommandContext, "files" | "note">,
): Promise<SearchOutput> {
  const { rerank, ...flags } = (await readFlags("search", args, context)) as CliOptions;
  const declared = applySettings(index.snapshot.settings, flags);
  const isCounted = needsTotals(declared);
  const { ranking, ...resolved } = await resolveRanking(
    index,
    query,
    { ...declared, ...defined({ rerank }) },
    args,
    context,
  );
  warnOfForeignRanker(index, ranking.ranker, context);
  const options: SearchOptions = {
    ...declared,
    ...resolved,
    snippet: true,
    total: isCounted,
  };
  checkSearchOptions({ ...options, ...defined({ rerank }) });
  const result = await searchWith(rerank, index, query, options);
  return { ...ranking, ...toOutput(result, options, isCounted) };
}

/** A result as it is printed. */
function toOutput(
  { hits, total, facets, after, didYouMean }: Omit<SearchResult, "took" | "ranker">,
  { offset = 0 }: SearchOptions,
  isCounted: boolean,
): Omit<SearchOutput, "ranker"> {
  const outputHits = hits.map(
    ({ id, score, document, group, snippet, highlights, explanation }, i) => {
      const { pieces, isCutBefore, isCutAfter } = snippet ?? {};
      return {
        rank: offset + i + 1,
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

/** Searches and, where a model is named, re-ranks; only then what models need is loaded. */
async function searchWith(
  rerank: string | undefined,
  index: OpenIndex,
  query: string,
  options: SearchOptions,
): ReturnType<typeof searchHits> {
  if (rerank === undefined) return searchHits(index, query, options);
  const { withReranker } = await import("./open-model.ts");
  const { wasmBackend } = await import("../../src/tensor/index.ts");
  return withReranker(rerank, index, wasmBackend(), (reranker) =>
    searchHits(index, query, options, reranker),
  );
}

/**
 * The ranker and, where it needs one, the vector of the query. Weights bring their own ranker. The
 * default of an index with vectors is hybrid if the query can be encoded and no model re-ranks.
 */
export async function resolveRanking(
  index: OpenIndex,
  query: string,
  { ranker: named, weights, vectorFallback, rerank }: CliOptions,
  args: Arguments,
  context: Pick<CommandContext, "files" | "note">,
): Promise<Pick<SearchOptions, "ranker" | "vector"> & { readonly ranking: RankingDescription }> {
  const lexical = weights?.ranker ?? index.lexicalRanker;
  const { settings } = index.snapshot;
  const isHybrid = named === undefined && settings.vectors !== undefined && rerank === undefined;
  const name = named ?? (isHybrid ? nameHybrid(lexical) : lexical);
  const pruning = settings.pruning === undefined ? {} : { isPruned: true as const };
  if (!needsQueryVector(name)) {
    const opened = await openRanker(name, context);
    return { ranker: opened.ranker, ranking: { ranker: opened.name, ...pruning } };
  }
  const vector = await encodeQuery(
    index,
    query,
    args,
    vectorFallback ?? (isHybrid && args.text("encoder") === undefined ? "words" : undefined),
  );
  if (vector !== undefined) return { ranker: name, vector, ranking: { ranker: name, ...pruning } };
  const fallback = isHybrid ? lexical : (parseHybridRanker(name).first ?? lexical);
  const opened = await openRanker(fallback, context);
  if (isHybrid && query.trim() !== "") context.note(formatWordsFallback(settings, opened.name));
  return {
    ranker: opened.ranker,
    ranking: { ranker: opened.name, fallback: "words", ...pruning },
  };
}

/** Whether matches are counted: on request, and where a page may be followed by another. */
function needsTotals({ total, sort, after, filter, facets }: SearchOptions): boolean {
  return total === true || [sort, after, filter, facets].some((each) => each !== undefined);
}

/** The counts, one field after the other. */
function printFacets(facets: FacetCounts, context: CommandContext): void {
  for (const [field, counts] of Object.entries(facets)) {
    context.out(`${field}:`);
    for (const [value, count] of Object.entries(counts)) {
      context.out(`${String(count).padStart(8)}  ${value}`);
    }
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
export function formatExplanation(
  { label, value, facts, formula, parts }: Explanation,
  indent = 0,
): string[] {
  const numbers = Object.entries(facts).map(([name, fact]) => `${name} ${formatNumber(fact)}`);
  const details = [numbers.join(", "), formula ?? ""].filter((text) => text !== "").join("; ");
  const head = `${" ".repeat(indent)}${formatNumber(value)}  ${label}`;
  const line = details === "" ? head : `${head}: ${details}`;
  return [line, ...parts.flatMap((part) => formatExplanation(part, indent + 2))];
}

function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(5);
}
