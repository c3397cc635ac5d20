/**
 * What an encoder by words learns from: judged queries with the documents of
 * the index that are relevant to them, and pairs of texts that need not be in
 * the index.
 */

import type { Query } from "../collection/document.ts";
import type { TextPair } from "../collection/formats/index.ts";
import type { Judgements } from "../collection/run.ts";
import { badArgument } from "../common/errors.ts";
import { searchedTexts } from "../index/building/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import type { WordVectorExamples } from "../training/word-vector-training.ts";
import { type JudgedQuery, judgementsOf, queriesOf } from "./judged-queries.ts";
import { shown } from "./known-options.ts";
import { passagesOf } from "./meaning/passages.ts";

/** Judged queries, pairs, or both. */
export interface EncoderExamples {
  readonly queries?: readonly Query[];
  readonly judgements?: Judgements;
  readonly pairs?: readonly TextPair[];
}

/** Tells pairs from judged queries. `BAD_ARGUMENT` for what is neither. */
export function encoderExamples(
  given: readonly (JudgedQuery | TextPair)[],
): Required<EncoderExamples> {
  if (!Array.isArray(given)) throw badArgument(`examples must be an array, got ${shown(given)}`);
  const examples = given as readonly (JudgedQuery | TextPair)[];
  const pairs = examples.filter((each) => "document" in each);
  for (const { query, document } of pairs) {
    const wrong = [query, document].find((text) => typeof text !== "string" || text.trim() === "");
    if (wrong === undefined) continue;
    throw badArgument(`a pair has a query and a document, both texts, got ${shown(wrong)}`);
  }
  const judged = examples.filter((each) => !("document" in each)) as readonly JudgedQuery[];
  return { queries: queriesOf(judged), judgements: judgementsOf(judged), pairs };
}

/** The examples as ids of words. Documents are known by their first passage. */
export async function wordExamples(
  snapshot: IndexSnapshot,
  { queries = [], judgements = new Map(), pairs = [] }: EncoderExamples,
  idsOf: (text: string) => Int32Array,
): Promise<WordVectorExamples> {
  const documents: Int32Array[] = [];
  const found: { words: Int32Array; relevant: number[] }[] = [];
  const known = new Map<string, { relevant: number[] }>();
  const learnFrom = (text: string, relevant: number[]): void => {
    const example = { words: idsOf(text), relevant };
    found.push(example);
    known.set(text, example);
  };
  if (queries.length > 0) {
    const placeOf = indexedPlaces(snapshot, documents, idsOf);
    for (const { id, text } of queries) {
      const relevant: number[] = [];
      for (const [document, grade] of judgements.get(id) ?? []) {
        if (grade > 0) relevant.push(...(await placeOf(document)));
      }
      if (relevant.length > 0) learnFrom(text, relevant);
    }
  }
  const places = new Map<string, number>();
  for (const { query, document } of pairs) {
    const [passage = document] = passagesOf(document);
    const place = places.get(passage) ?? documents.push(idsOf(passage)) - 1;
    places.set(passage, place);
    // A query that comes again has several answers, none of which is a rival of another.
    const before = known.get(query);
    if (before === undefined) learnFrom(query, [place]);
    else if (!before.relevant.includes(place)) before.relevant.push(place);
  }
  return { queries: found, documents };
}

/** The place of a document of the index, which is added when it is first asked for; none where it is not there. */
function indexedPlaces(
  snapshot: IndexSnapshot,
  documents: Int32Array[],
  idsOf: (text: string) => Int32Array,
): (id: string) => Promise<number[]> {
  if (!snapshot.settings.stored) {
    throw badArgument("judged queries need an index with stored fields, or pairs of texts instead");
  }
  const places = new Map<string, number>();
  return async (id) => {
    const known = places.get(id);
    if (known !== undefined) return [known];
    const document = snapshot.find(id);
    if (document === undefined) return [];
    const { title, text, ...fields } = await snapshot.fieldsOf(document);
    const texts = searchedTexts({ title, text, fields }, snapshot.settings.schema);
    const [passage] = passagesOf(texts.join(" "));
    if (passage === undefined) return [];
    places.set(id, documents.length);
    return [documents.push(idsOf(passage)) - 1];
  };
}
