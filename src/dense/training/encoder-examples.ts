/**
 * Training examples of an encoder: judged queries with their relevant documents
 * of the index, and pairs of texts that need not be in the index.
 */

import type { Query } from "../../collection/document.ts";
import type { TextPair } from "../../collection/formats/index.ts";
import type { Judgements } from "../../collection/run.ts";
import { badArgument } from "../../common/errors.ts";
import { extractSearchableTexts } from "../../index/building/index.ts";
import type { IndexSnapshot } from "../../index/index.ts";
import { splitPassages } from "../encoder/split-passages.ts";
import type { WordVectorExamples } from "./word-vector-training.ts";

/** Judged queries, pairs of texts, or both. */
export interface EncoderExamples {
  readonly queries?: readonly Query[];
  readonly judgements?: Judgements;
  readonly pairs?: readonly TextPair[];
}

/** The examples as ids of words. A document is represented by its first passage. */
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
    // A repeated query has several relevant documents; none is a negative for the others.
    const existing = examplesByText.get(query);
    if (existing === undefined) addExample(query, [row]);
    else if (!existing.relevant.includes(row)) existing.relevant.push(row);
  }
  return { queries: queryExamples, documents };
}

/** Returns the row of a document, which is added on first use; no row for a document that is not in the index. */
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
