/**
 * The slow, obvious reference of ranking over fields: documents as arrays of words,
 * every statistic counted from scratch, every formula written out.
 */

import { compareBytes } from "../../common/bytes/index.ts";

/** A document as words by field. */
export interface WordDocument {
  readonly id: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** A field with its weight and normalisation. */
export interface CountedField {
  readonly name: string;
  readonly weight: number;
  readonly b: number;
}

/** Documents with their scores, best first; ties go to the larger id by bytes. */
export type SlowRanking = readonly { readonly id: string; readonly score: number }[];

const countWord = (words: readonly string[], word: string): number =>
  words.filter((each) => each === word).length;

const getWords = ({ fields }: WordDocument, name: string): readonly string[] => fields[name] ?? [];

/** ln(1 + (N - n + 0.5) / (n + 0.5)), Lucene's idf. */
const idf = (count: number, documentFrequency: number): number =>
  Math.log(1 + (count - documentFrequency + 0.5) / (documentFrequency + 0.5));

function computeMeanLength(documents: readonly WordDocument[], name: string): number {
  const lengths = documents.map((each) => getWords(each, name).length).filter((each) => each > 0);
  return lengths.reduce((sum, each) => sum + each, 0) / lengths.length;
}

function rankDocuments(
  documents: readonly WordDocument[],
  query: readonly string[],
  fields: readonly CountedField[],
  score: (document: WordDocument) => number,
): SlowRanking {
  return documents
    .filter((each) =>
      query.some((word) => fields.some(({ name }) => getWords(each, name).includes(word))),
    )
    .map((each) => ({ id: each.id, score: score(each) }))
    .sort((a, b) => b.score - a.score || compareBytes(b.id, a.id));
}

/** BM25F with lengths by field and idf from documents with the word in any field. */
export function slowBm25f(
  documents: readonly WordDocument[],
  query: readonly string[],
  fields: readonly CountedField[],
  k1: number,
): SlowRanking {
  const countDocumentsWith = (word: string): number =>
    documents.filter((each) => fields.some(({ name }) => getWords(each, name).includes(word)))
      .length;
  const count = documents.filter((each) =>
    fields.some(({ name }) => getWords(each, name).length > 0),
  ).length;
  return rankDocuments(documents, query, fields, (document) =>
    query.reduce((sum, word) => {
      const tf = fields.reduce((all, { name, weight, b }) => {
        const words = getWords(document, name);
        const norm = 1 - b + (b * words.length) / computeMeanLength(documents, name);
        return words.length === 0 ? all : all + (weight * countWord(words, word)) / norm;
      }, 0);
      return tf === 0 ? sum : sum + (idf(count, countDocumentsWith(word)) * tf) / (k1 + tf);
    }, 0),
  );
}

/** The weighted sum of BM25 in each field. */
export function slowFieldSum(
  documents: readonly WordDocument[],
  query: readonly string[],
  fields: readonly CountedField[],
  { k1, b }: { readonly k1: number; readonly b: number },
): SlowRanking {
  return rankDocuments(documents, query, fields, (document) =>
    query.reduce(
      (sum, word) =>
        fields.reduce((all, { name, weight }) => {
          const words = getWords(document, name);
          const tf = countWord(words, word);
          if (tf === 0) return all;
          const own = documents.filter((each) => getWords(each, name).length > 0);
          const documentFrequency = own.filter((each) =>
            getWords(each, name).includes(word),
          ).length;
          const norm = 1 - b + (b * words.length) / computeMeanLength(documents, name);
          return all + weight * idf(own.length, documentFrequency) * (tf / (tf + k1 * norm));
        }, sum),
      0,
    ),
  );
}
