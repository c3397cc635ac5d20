/**
 * Learned weights of more kinds of terms than words: pairs of adjacent words, and the words of titles
 * apart from those of texts. Further terms are added to the text of documents and queries, so that
 * learning treats them as it treats words.
 */

import type { Document, Query } from "../../src/collection/document.ts";
import { openDataset, parseCollectionSplit, type Split } from "../../src/collection/index.ts";
import { learnTermWeights } from "../../src/discrimination/index.ts";
import type { Embeddings } from "../../src/embeddings/index.ts";
import { writePrunedIndex } from "../../src/index/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { ExperimentEnvironment } from "../experiment.ts";
import { divideQueries } from "../query-division.ts";
import { measure, openIndexAnalyzer, writeIndex } from "./term-weights-outcome.ts";

/** The module that computes outcomes: the code behind a cached one. */
export const BIGRAMS_AND_TITLES_MODULE: string = import.meta.url;

/** Words alone, with bigrams, or with the words of titles as terms of their own. */
export const TERM_KINDS = ["words", "bigrams", "titles"] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** nDCG@10 of each test query, and how often weights were better than the tuned model in validation. */
export interface TermKindOutcome {
  readonly ndcg: readonly number[];
  readonly learnedParts: number;
}

export interface BigramsAndTitlesOutcome {
  readonly protocol: string;
  readonly parts: number;
  /** Without `titles` if no document has one. */
  readonly kinds: Partial<Readonly<Record<TermKind, TermKindOutcome>>>;
}

/** Joined to a word of a title; no word begins with it. */
const TITLE_PREFIX = "intitle";

export async function computeBigramsAndTitles(
  name: string,
  vectors: Embeddings | undefined,
  maxTest: number,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<BigramsAndTitlesOutcome> {
  const { collection: path } = parseCollectionSplit(name);
  const collection = await openDataset(files, path, { collections, findPackage });
  const { parts, protocol } = await divideQueries(collection, name, maxTest);
  const analyzer = await openAnalyzer({ stopWords: "english-short" });
  const documents: Document[] = [];
  for await (const document of collection.documents()) documents.push(document);
  const hasTitles = documents.some(({ title }) => title !== undefined);
  const kinds: Partial<Record<TermKind, TermKindOutcome>> = {};
  for (const kind of TERM_KINDS) {
    if (kind === "titles" && !hasTitles) continue;
    const expanded = documents.map((document) => expandDocument(document, kind, analyzer));
    const { snapshot } = await indexInMemory(expanded, { analysis: { stopWords: "none" } });
    const values = { ndcg: [] as number[], recall: [] as number[] };
    let learnedParts = 0;
    for (const { training, test } of parts) {
      const { weights, ranker, rule, report } = await learnTermWeights(snapshot, {
        ...expandQueries(training, kind, analyzer),
        vectors: kind === "titles" && vectors !== undefined ? addTitleWords(vectors) : vectors,
        keep: 1,
      });
      if (report.outcome === "learned") learnedParts++;
      const index = await writeIndex((to) =>
        writePrunedIndex(snapshot, to, weights, { ranker, rule }),
      );
      const setup = { index, analyzer: await openIndexAnalyzer(index), ranker };
      await measure(values, setup, expandQueries(test, kind, analyzer));
    }
    kinds[kind] = { ndcg: values.ndcg, learnedParts };
  }
  return { protocol, parts: parts.length, kinds };
}

/** A document with further terms at the end of its text. */
export function expandDocument(document: Document, kind: TermKind, analyzer: Analyzer): Document {
  const { title = "", text } = document;
  if (kind === "words") return document;
  const added =
    kind === "bigrams"
      ? [...listBigrams(title, analyzer), ...listBigrams(text, analyzer)]
      : listTitleWords(title, analyzer);
  return { ...document, text: [text, ...added].join(" ") };
}

/** Queries with the terms that documents may have. */
export function expandQueries(split: Split, kind: TermKind, analyzer: Analyzer): Split {
  if (kind === "words") return split;
  const list = kind === "bigrams" ? listBigrams : listTitleWords;
  const queries = split.queries.map(
    (query): Query => ({
      ...query,
      text: [query.text, ...list(query.text, analyzer)].join(" "),
    }),
  );
  return { ...split, queries };
}

/** Pairs of adjacent terms as one word each. Stop words are passed over. */
function listBigrams(text: string, analyzer: Analyzer): string[] {
  const terms = analyzer.terms(text);
  return terms.slice(1).map((term, i) => `${terms[i]}${term}`);
}

/** Forms as they are, since vectors belong to forms. */
function listTitleWords(text: string, analyzer: Analyzer): string[] {
  const tokens = analyzer.read(text);
  return Array.from({ length: tokens.count }, (_, i) => tokens.form(i))
    .filter((form) => analyzer.term(form) !== undefined)
    .map((form) => `${TITLE_PREFIX}${form}`);
}

/** The same vectors for words of titles, without a change of the order by frequency. */
function addTitleWords(vectors: Embeddings): Embeddings {
  const { dimension } = vectors;
  const words = vectors.words.flatMap((word) => [word, `${TITLE_PREFIX}${word}`]);
  const getVector = (word: string): Float32Array | undefined =>
    vectors.getVector(word.startsWith(TITLE_PREFIX) ? word.slice(TITLE_PREFIX.length) : word);
  return { words, dimension, getVector };
}
