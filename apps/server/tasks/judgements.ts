/**
 * Judgements of an index: queries with grades by document. Kept as one JSON
 * file beside the index; read and written as TREC qrels and TSV too.
 */

import { join } from "node:path";
import * as v from "valibot";
import type {
  JudgementCounts,
  JudgementsRequest,
  WireJudgedQuery,
} from "../../../src/client/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import { readFileKey } from "./cache-key.ts";
import { checkIndex, resolveStateFolder } from "./index-catalog.ts";
import { type IndexStateFile, readStateFile, updateStateFile } from "./state-file.ts";
import type { Store } from "./store.ts";

/** Queries that are judged at most. */
const MAX_QUERIES = 100_000;
/** A valid value of a column of TREC files. */
const SPACE = /\s/;

type JudgedQueries = readonly WireJudgedQuery[];

const FILE = {
  name: "judgements.json",
  schema: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      // Not a record: that would leave out names which objects inherit.
      relevant: v.custom<object>(
        (value) =>
          typeof value === "object" &&
          value !== null &&
          !Array.isArray(value) &&
          Object.values(value).every((grade) => typeof grade === "number"),
      ),
    }),
  ),
} as unknown as IndexStateFile<JudgedQueries>;

/** All judged queries. */
export async function listJudgements(
  store: Store,
  { index }: { readonly index: string },
): Promise<{ readonly queries: JudgedQueries }> {
  await checkIndex(store.catalog, index);
  return { queries: await readJudgementFile(store, index) };
}

/** Adds judgements to the stored ones, or replaces them. */
export async function putJudgements(
  store: Store,
  { index, request }: { readonly index: string; readonly request: JudgementsRequest },
): Promise<JudgementCounts> {
  await checkIndex(store.catalog, index);
  return changeJudgements(store, index, async () => {
    const queries = request.mode === "replace" ? new Map() : await readGradesById(store, index);
    for (const { text, id = text, relevant } of request.queries) {
      const judgedQuery = queries.get(id) ?? { id, text, relevant: new Map<string, number>() };
      for (const [document, grade] of Object.entries(relevant)) {
        if (grade === null) judgedQuery.relevant.delete(document);
        else judgedQuery.relevant.set(document, grade);
      }
      queries.set(id, { ...judgedQuery, text });
    }
    return queries;
  });
}

/** Imports TREC qrels, and the texts of queries that have none yet. */
export async function importTrec(
  store: Store,
  input: { readonly index: string; readonly qrels: string; readonly queries?: string | undefined },
): Promise<JudgementCounts> {
  const { index } = input;
  await checkIndex(store.catalog, index);
  const { MemoryFiles, readJudgements } = await import("../../../src/evaluation.ts");
  const files = new MemoryFiles({ qrels: input.qrels });
  const imported = await readJudgements(files, "qrels");
  const texts = parseQueryTexts(input.queries ?? "");
  return changeJudgements(store, index, async () => {
    const queries = await readGradesById(store, index);
    for (const [id, grades] of imported) {
      const judgedQuery = queries.get(id);
      const text = texts.get(id) ?? judgedQuery?.text;
      if (text === undefined) {
        throw badArgument(
          `the query ${quote(id)} has no text; give it in queries as id, tab, text`,
        );
      }
      const relevant = new Map([...(judgedQuery?.relevant ?? []), ...grades]);
      queries.set(id, { id, text, relevant });
    }
    return queries;
  });
}

/** All judgements as TREC qrels. `BAD_ARGUMENT` for an id with white space, which the format cannot hold. */
export async function exportTrec(
  store: Store,
  { index }: { readonly index: string },
): Promise<{ readonly text: string }> {
  const lines: string[] = [];
  for (const query of assignTrecIds((await listJudgements(store, { index })).queries)) {
    for (const [document, grade] of toGradesMap(query)) {
      checkTrecColumn(document);
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
  const queries = assignTrecIds((await listJudgements(store, { index })).queries);
  return {
    text: queries.map(({ trec, text }) => `${trec}\t${text.replaceAll(/\s+/g, " ")}\n`).join(""),
  };
}

/** The grades of a query by its text; undefined for one that is not judged. */
export async function findGrades(
  store: Store,
  index: string,
  text: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  const query = (await readJudgementFile(store, index)).find((each) => each.text === text);
  const grades = query && toGradesMap(query);
  return grades !== undefined && grades.size > 0 ? grades : undefined;
}

/** Judged queries to learn from. `BAD_ARGUMENT` when there are none. */
export async function toSplit(store: Store, index: string): Promise<JudgedQueries> {
  const queries = await readJudgementFile(store, index);
  if (queries.length > 0) return queries;
  throw badArgument(`${quote(index)} has no judgements; judge some results first`);
}

/** Reads the file again only when it has changed. */
async function readJudgementFile(store: Store, index: string): Promise<JudgedQueries> {
  const key = await readFileKey(join(resolveStateFolder(store.catalog, index), FILE.name));
  if (key === undefined) return [];
  if (store.judgements?.key === key) return store.judgements.queries;
  const queries = (await readStateFile(store.catalog, index, FILE)) ?? [];
  store.judgements = { key, queries };
  return queries;
}

interface QueryGrades {
  readonly id: string;
  readonly text: string;
  readonly relevant: Map<string, number>;
}

async function readGradesById(store: Store, index: string): Promise<Map<string, QueryGrades>> {
  const queries = await readJudgementFile(store, index);
  return new Map(queries.map((each) => [each.id, { ...each, relevant: toGradesMap(each) }]));
}

/** Replaces the judgements by what `change` makes of them. */
async function changeJudgements(
  { catalog }: Store,
  index: string,
  change: () => Promise<ReadonlyMap<string, QueryGrades>>,
): Promise<JudgementCounts> {
  return updateStateFile(catalog, index, FILE, async () => {
    const judged = [...(await change()).values()].filter(({ relevant }) => relevant.size > 0);
    if (judged.length > MAX_QUERIES) {
      throw new TermwiseError("LIMIT_EXCEEDED", `at most ${MAX_QUERIES} queries can be judged`);
    }
    const content = judged.map(({ relevant, ...query }) => ({
      ...query,
      relevant: Object.fromEntries(relevant),
    }));
    const judgements = judged.reduce((sum, { relevant }) => sum + relevant.size, 0);
    return { content, result: { queries: judged.length, judgements } };
  });
}

/** Queries with ids that fit TREC's columns: their own, or their places from 1. */
export function assignTrecIds<Query extends { readonly id: string }>(
  queries: readonly Query[],
): readonly (Query & { readonly trec: string })[] {
  const own = new Set(queries.map(({ id }) => id).filter((id) => !SPACE.test(id)));
  return queries.map((query, i) => {
    if (own.has(query.id)) return { ...query, trec: query.id };
    let trec = `q${i + 1}`;
    while (own.has(trec)) trec = `${trec}_`;
    own.add(trec);
    return { ...query, trec };
  });
}

/** `BAD_ARGUMENT` for the id of a document that a column of TREC cannot hold. */
export function checkTrecColumn(document: string): void {
  if (!SPACE.test(document)) return;
  throw badArgument(
    `the document ${quote(document)} has white space in its id; TREC's columns cannot hold it`,
  );
}

function parseQueryTexts(table: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [i, line] of table.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const tab = line.indexOf("\t");
    if (tab < 1) throw badArgument(`line ${i + 1} of queries must be an id, a tab and a text`);
    texts.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return texts;
}

function toGradesMap({ relevant }: WireJudgedQuery): Map<string, number> {
  return new Map(Object.entries(relevant));
}
