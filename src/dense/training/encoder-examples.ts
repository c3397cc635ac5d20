/**
 * What an encoder by words learns from: judged queries with the documents of
 * the index that are relevant to them, and pairs of texts that need not be in
 * the index.
 */

import type { Query } from "../../collection/document.ts";
import type { TextPair } from "../../collection/formats/index.ts";
import type { Judgements } from "../../collection/run.ts";
import { describeValue } from "../../common/check-options.ts";
import { badArgument } from "../../common/errors.ts";
import { extractSearchableTexts } from "../../index/building/index.ts";
import type { IndexSnapshot } from "../../index/index.ts";
import { type JudgedQuery, toJudgements, toQueries } from "../../search/judged-queries.ts";
import { splitPassages } from "../search/split-passages.ts";
import type { WordVectorExamples } from "./word-vector-training.ts";

/** Judged queries, pairs, or both. */
export interface EncoderExamples {
  readonly queries?: readonly Query[];
  readonly judgements?: Judgements;
  readonly pairs?: readonly TextPair[];
}

/** Tells pairs from judged queries. `BAD_ARGUMENT` for what is neither. */
export function parseEncoderExamples(
  input: readonly (JudgedQuery | TextPair)[],
): Required<EncoderExamples> {
  if (!Array.isArray(input))
    throw badArgument(`examples must be an array, got ${describeValue(input)}`);
  const examples = input as readonly (JudgedQuery | TextPair)[];
  const pairs = examples.filter((each) => "document" in each);
  for (const { query, document } of pairs) {
    const wrong = [query, document].find((text) => typeof text !== "string" || text.trim() === "");
    if (wrong === undefined) continue;
    throw badArgument(`a pair has a query and a document, both texts, got ${describeValue(wrong)}`);
  }
  const judged = examples.filter((each) => !("document" in each)) as readonly JudgedQuery[];
  return { queries: toQueries(judged), judgements: toJudgements(judged), pairs };
}

/** The examples as ids of words. Documents are known by their first passage. */
export async function tokeniseExamples(
  snapshot: IndexSnapshot,
  { queries = [], judgements = new Map(), pairs = [] }: EncoderExamples,
  toIds: (text: string) => Int32Array,
): Promise<WordVectorExamples> {
  const documents: Int32Array[] = [];
  const queryExamples: { words: Int32Array; relevant: number[] }[] = [];
  const examplesByText = new Map<string, { relevant: number[] }>();
  const addExample = (text: string, relevant: number[]): void => {
    const example = { words: toIds(text), relevant };
    queryExamples.push(example);
    examplesByText.set(text, example);
  };
  if (queries.length > 0) {
    const findRows = createRowLookup(snapshot, documents, toIds);
    for (const { id, text } of queries) {
      const relevant: number[] = [];
      for (const [document, grade] of judgements.get(id) ?? []) {
        if (grade > 0) relevant.push(...(await findRows(document)));
      }
      if (relevant.length > 0) addExample(text, relevant);
    }
  }
  const rows = new Map<string, number>();
  for (const { query, document } of pairs) {
    const [passage = document] = splitPassages(document);
    const row = rows.get(passage) ?? documents.push(toIds(passage)) - 1;
    rows.set(passage, row);
    // A query that comes again has several answers, none of which is a rival of another.
    const existing = examplesByText.get(query);
    if (existing === undefined) addExample(query, [row]);
    else if (!existing.relevant.includes(row)) existing.relevant.push(row);
  }
  return { queries: queryExamples, documents };
}

/** The place of a document of the index, which is added when it is first asked for; none where it is not there. */
function createRowLookup(
  snapshot: IndexSnapshot,
  documents: Int32Array[],
  toIds: (text: string) => Int32Array,
): (id: string) => Promise<number[]> {
  if (!snapshot.settings.stored) {
    throw badArgument("judged queries need an index with stored fields, or pairs of texts instead");
  }
  const rows = new Map<string, number>();
  return async (id) => {
    const row = rows.get(id);
    if (row !== undefined) return [row];
    const document = snapshot.find(id);
    if (document === undefined) return [];
    const { title, text, ...fields } = await snapshot.readStoredFields(document);
    const texts = extractSearchableTexts({ title, text, fields }, snapshot.settings.schema);
    const [passage] = splitPassages(texts.join(" "));
    if (passage === undefined) return [];
    rows.set(id, documents.length);
    return [documents.push(toIds(passage)) - 1];
  };
}
