/**
 * The query sets of a folder whose files are named by split.
 *
 *   queries.jsonl                 queries of all splits (or .tsv, .csv)
 *   queries.<split>.jsonl         queries of one split
 *   qrels/<split>.tsv             judgements of one split; also qrels.<split>.tsv
 *   qrels.tsv, qrels.txt, qrels   judgements of all
 *
 * A split with its own file of queries contains all of them. Of several files of judgements that
 * start with its name (`dl19.graded.txt`, `dl19-relevant-only.txt`) the exact name wins, then the
 * graded one, then the first. Otherwise a split contains the queries of its judgements; and if some
 * queries occur in no judgements, there is also a split `all` with every query and every judgement.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { QuerySet } from "../create-collection.ts";
import type { Query } from "../document.ts";
import { detectFormatByName, type FormatOptions, streamQueries } from "./formats.ts";
import { streamJudgements } from "./judgements-file.ts";
import type { ReadOptions } from "./lines.ts";
import { joinPath, listFiles, stripCompressionSuffix } from "./paths.ts";

/** A file, and the split in its name; "" for a file of all splits. */
interface SplitFile {
  readonly path: string;
  readonly split: string;
}

export async function findQuerySets(
  files: Files,
  folder: string,
  options: FormatOptions = {},
): Promise<Map<string, QuerySet>> {
  const names = await listFiles(files, folder);
  const queries = findQueryFiles(folder, names);
  const judgements = [
    ...findJudgementFiles(folder, names),
    ...(await listFiles(files, joinPath(folder, "qrels"))).map((name) => ({
      path: joinPath(joinPath(folder, "qrels"), name),
      split: stripCompressionSuffix(name).replace(/\.(tsv|txt|qrels)$/, ""),
    })),
  ];
  const sets = new Map<string, QuerySet>();
  let unclaimed = judgements;
  const named = queries.filter(({ split }) => split !== "");
  for (const { path, split } of named) {
    const isOthers = (file: SplitFile): boolean =>
      file.split !== split && named.some((other) => other.split === file.split);
    const own = judgements.filter((file) => isFileOfSplit(file.split, split) && !isOthers(file));
    unclaimed = unclaimed.filter((file) => !own.includes(file));
    const best = own.sort((a, b) => rankFile(a.split, split) - rankFile(b.split, split))[0];
    sets.set(split, {
      queries: () => streamQueryFile(files, path, options),
      ...(best !== undefined && { judgements: () => streamJudgements(files, best.path, options) }),
    });
  }
  const shared = queries.find(({ split }) => split === "");
  if (shared !== undefined) {
    await addShared(files, shared.path, unclaimed, sets, options);
  } else if (unclaimed[0] !== undefined) {
    const { path, split } = unclaimed[0];
    throw badArgument(
      `there are judgements in ${quote(path)} but no queries for them: looked for queries.jsonl, queries.tsv, queries.csv and queries.${split || "<split>"}.jsonl`,
    );
  }
  return sets;
}

/** Adds the splits of a shared file of queries: one for each file of judgements. */
async function addShared(
  files: Files,
  queries: string,
  judgements: readonly SplitFile[],
  sets: Map<string, QuerySet>,
  options: FormatOptions,
): Promise<void> {
  const judged = new Set<string>();
  for (const { path, split } of judgements) {
    if (split === "" || split === "all") continue;
    const ids = await readJudgedQueryIds(files, path, options);
    for (const id of ids) judged.add(id);
    sets.set(split, {
      queries: () => filterQueries(streamQueryFile(files, queries, options), (id) => ids.has(id)),
      judgements: () => streamJudgements(files, path, options),
    });
  }
  if (await areAllJudged(files, queries, judged, options)) return;
  sets.set("all", {
    queries: () => streamQueryFile(files, queries, options),
    judgements: async function* () {
      for (const { path } of judgements) yield* streamJudgements(files, path, options);
    },
  });
}

async function areAllJudged(
  files: Files,
  queries: string,
  judged: ReadonlySet<string>,
  options: FormatOptions,
): Promise<boolean> {
  for await (const { id } of streamQueryFile(files, queries, withoutReports(options))) {
    if (!judged.has(id)) return false;
  }
  return judged.size > 0;
}

/** Ids of the queries that a file has judgements for. */
export async function readJudgedQueryIds(
  files: Files,
  path: string,
  options: ReadOptions = {},
): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { query } of streamJudgements(files, path, withoutReports(options)))
    ids.add(query);
  return ids;
}

/** The queries whose id `passes`. */
export async function* filterQueries(
  queries: AsyncIterable<Query>,
  passes: (id: string) => boolean,
): AsyncGenerator<Query> {
  for await (const query of queries) if (passes(query.id)) yield query;
}

/** Options for a look-ahead: bad records will be reported by the actual reading. */
export function withoutReports<T extends ReadOptions>(options: T): T {
  return options.onBad === undefined ? options : { ...options, onBad: () => {} };
}

function streamQueryFile(files: Files, path: string, options: FormatOptions): AsyncIterable<Query> {
  return streamQueries(files, path, detectFormatByName(path) ?? "tsv", options);
}

function findQueryFiles(folder: string, names: readonly string[]): SplitFile[] {
  return names.flatMap((name) => {
    const match = /^queries(?:\.(.+))?\.(jsonl|tsv|csv)$/.exec(stripCompressionSuffix(name));
    return match === null ? [] : [{ path: joinPath(folder, name), split: match[1] ?? "" }];
  });
}

function findJudgementFiles(folder: string, names: readonly string[]): SplitFile[] {
  return names.flatMap((name) => {
    const match = /^qrels(?:\.(.+?))??(?:\.(?:tsv|txt))?$/.exec(stripCompressionSuffix(name));
    return match === null ? [] : [{ path: joinPath(folder, name), split: match[1] ?? "" }];
  });
}

function isFileOfSplit(file: string, split: string): boolean {
  return file === split || file.startsWith(`${split}.`) || file.startsWith(`${split}-`);
}

/** Lower is better. */
function rankFile(file: string, split: string): number {
  if (file === split) return 0;
  return file === `${split}.graded` || file === `${split}-graded` ? 1 : 2;
}
