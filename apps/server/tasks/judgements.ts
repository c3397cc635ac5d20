/**
 * Judgements of an index: queries with grades by document. Kept as one JSON
 * file beside the index; read and written as TREC qrels and TSV too.
 */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  JudgementCounts,
  JudgementsRequest,
  WireJudgedQuery,
} from "../../../src/client/index.ts";
import { readJudgements } from "../../../src/collection/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import { MemoryFiles } from "../../../src/storage/memory-files.ts";
import { keep, readKept } from "./kept-file.ts";
import { checkIndex, stateFolder } from "./places.ts";
import type { Store } from "./store.ts";

const FILE = "judgements.json";
/** Queries that are judged at most. */
const MOST_QUERIES = 100_000;
/** What TREC's columns can hold. */
const SPACE = /\s/;

type Judged = readonly WireJudgedQuery[];

/** All judged queries. */
export async function judgements(
  store: Store,
  { index }: { readonly index: string },
): Promise<{ readonly queries: Judged }> {
  await checkIndex(store.places, index);
  return { queries: await read(store, index) };
}

/** Adds judgements to those that are kept, or replaces all. */
export async function putJudgements(
  store: Store,
  { index, request }: { readonly index: string; readonly request: JudgementsRequest },
): Promise<JudgementCounts> {
  await checkIndex(store.places, index);
  const before = request.mode === "replace" ? [] : await read(store, index);
  const queries = new Map(before.map((each) => [each.id, { ...each, relevant: gradesMap(each) }]));
  for (const { text, id = text, relevant } of request.queries) {
    const known = queries.get(id) ?? { id, text, relevant: new Map<string, number>() };
    for (const [document, grade] of Object.entries(relevant)) {
      if (grade === null) known.relevant.delete(document);
      else known.relevant.set(document, grade);
    }
    queries.set(id, { ...known, text });
  }
  return write(store, index, queries.values());
}

/** Imports TREC qrels, and the texts of queries that have none yet. */
export async function importTrec(
  store: Store,
  input: { readonly index: string; readonly qrels: string; readonly queries?: string | undefined },
): Promise<JudgementCounts> {
  const { index } = input;
  await checkIndex(store.places, index);
  const files = new MemoryFiles({ qrels: input.qrels });
  const imported = await readJudgements(files, "qrels");
  const texts = textsOf(input.queries ?? "");
  const queries = new Map(
    (await read(store, index)).map((each) => [each.id, { ...each, relevant: gradesMap(each) }]),
  );
  for (const [id, grades] of imported) {
    const known = queries.get(id);
    const text = texts.get(id) ?? known?.text;
    if (text === undefined) {
      throw badArgument(`the query ${quote(id)} has no text; give it in queries as id, tab, text`);
    }
    const relevant = new Map([...(known?.relevant ?? []), ...grades]);
    queries.set(id, { id, text, relevant });
  }
  return write(store, index, queries.values());
}

/** All judgements as TREC qrels. `BAD_ARGUMENT` for an id with white space, which the format cannot hold. */
export async function exportTrec(
  store: Store,
  { index }: { readonly index: string },
): Promise<{ readonly text: string }> {
  const lines: string[] = [];
  for (const query of await trecQueries(store, index)) {
    for (const [document, grade] of gradesMap(query)) {
      if (SPACE.test(document)) {
        throw badArgument(
          `the document ${quote(document)} has white space in its id; TREC's columns cannot hold it`,
        );
      }
      lines.push(`${query.trec} 0 ${document} ${grade}\n`);
    }
  }
  return { text: lines.join("") };
}

/** All judged queries as TSV: id, tab, text. */
export async function exportQueries(
  store: Store,
  { index }: { readonly index: string },
): Promise<{ readonly text: string }> {
  const queries = await trecQueries(store, index);
  return {
    text: queries.map(({ trec, text }) => `${trec}\t${text.replaceAll(/\s+/g, " ")}\n`).join(""),
  };
}

/** The grades of a query by its text; undefined for one that is not judged. */
export async function gradesOf(
  store: Store,
  index: string,
  text: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  const query = (await read(store, index)).find((each) => each.text === text);
  const grades = query && gradesMap(query);
  return grades !== undefined && grades.size > 0 ? grades : undefined;
}

/** Judged queries to learn from. `BAD_ARGUMENT` when there are none. */
export async function judgedQueries(store: Store, index: string): Promise<Judged> {
  const queries = await read(store, index);
  if (queries.length > 0) return queries;
  throw badArgument(`${quote(index)} has no judgements; judge some results first`);
}

const remembered = new Map<string, { readonly at: number; readonly queries: Judged }>();

/** Reads the file again only when it has changed. */
async function read({ places }: Store, index: string): Promise<Judged> {
  const path = join(stateFolder(places, index), FILE);
  const at = (await stat(path).catch(() => undefined))?.mtimeMs;
  if (at === undefined) return [];
  const known = remembered.get(path);
  if (known?.at === at) return known.queries;
  const queries = (await readKept<Judged>(places, index, FILE)) ?? [];
  remembered.set(path, { at, queries });
  return queries;
}

async function write(
  { places }: Store,
  index: string,
  queries: Iterable<{
    readonly id: string;
    readonly text: string;
    readonly relevant: ReadonlyMap<string, number>;
  }>,
): Promise<JudgementCounts> {
  const kept = [...queries].filter(({ relevant }) => relevant.size > 0);
  if (kept.length > MOST_QUERIES) {
    throw new TermwiseError("LIMIT_EXCEEDED", `at most ${MOST_QUERIES} queries can be judged`);
  }
  const plain = kept.map(({ relevant, ...query }) => ({
    ...query,
    relevant: Object.fromEntries(relevant),
  }));
  await keep(places, index, FILE, plain);
  remembered.delete(join(stateFolder(places, index), FILE));
  return {
    queries: kept.length,
    judgements: kept.reduce((sum, { relevant }) => sum + relevant.size, 0),
  };
}

/** Queries with ids that fit TREC's columns: their own, or their places from 1. */
async function trecQueries(
  store: Store,
  index: string,
): Promise<readonly (WireJudgedQuery & { readonly trec: string })[]> {
  const { queries } = await judgements(store, { index });
  const own = new Set(queries.map(({ id }) => id).filter((id) => !SPACE.test(id)));
  return queries.map((query, i) => {
    if (own.has(query.id)) return { ...query, trec: query.id };
    let trec = `q${i + 1}`;
    while (own.has(trec)) trec = `${trec}_`;
    own.add(trec);
    return { ...query, trec };
  });
}

function textsOf(table: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [i, line] of table.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const tab = line.indexOf("\t");
    if (tab < 1) throw badArgument(`line ${i + 1} of queries must be an id, a tab and a text`);
    texts.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return texts;
}

function gradesMap({ relevant }: WireJudgedQuery): Map<string, number> {
  return new Map(Object.entries(relevant));
}
