/**
 * The lecture's inverted index: the posting lists of Antony, Brutus, Caesar and
 * Calpurnia, a concurrent traversal step by step, and inexact top-K by the
 * number of query terms in a document. Built and searched by the engine.
 */

import { EXHAUSTED } from "../../src/index/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

/** Documents of each word, from the slides. */
const LISTS: Readonly<Record<string, readonly number[]>> = {
  antony: [3, 4, 8, 16, 32, 64, 128],
  brutus: [2, 4, 8, 16, 32, 64, 128],
  caesar: [1, 2, 3, 5, 8, 13, 21, 34],
  calpurnia: [13, 16, 32],
};
const WORDS = Object.keys(LISTS);
/** Of the four words. */
const MIN_WORDS = 3;

/** The lecture's posting lists. */
export const x4Index: Experiment = {
  id: "X4-index",
  title: "posting lists, concurrent traversal and inexact top-K",
  source: "the lecture's slides on the inverted index",
  collections: [],
  options: [],
  async run() {
    const documents = Array.from({ length: 128 }, (_, i) => ({
      id: String(i + 1),
      text: WORDS.filter((word) => LISTS[word]?.includes(i + 1)).join(" "),
    }));
    const reader = await indexInMemory(documents, { analysis: { stemmer: "none" } });
    const { snapshot, searcher } = reader;
    const cursors = WORDS.map((word) => ({ word, cursor: snapshot.postings(word) }));
    const lists = WORDS.map((word) => {
      const cursor = snapshot.postings(word);
      const matches: string[] = [];
      while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
        matches.push(snapshot.id(cursor.document));
      }
      return [word, matches.join(" ")];
    });
    const steps: string[][] = [];
    for (const { cursor } of cursors) cursor?.next();
    for (;;) {
      const minDocument = Math.min(...cursors.map(({ cursor }) => cursor?.document ?? EXHAUSTED));
      if (minDocument === EXHAUSTED) break;
      const matchingCursors = cursors.filter(({ cursor }) => cursor?.document === minDocument);
      const isScored = matchingCursors.length >= MIN_WORDS;
      steps.push([
        String(steps.length + 1),
        snapshot.id(minDocument),
        matchingCursors.map(({ word }) => word).join(" "),
        isScored ? "scored" : "skipped",
      ]);
      for (const { cursor } of matchingCursors) cursor?.next();
    }
    const { documents: matches } = await searcher.rank(WORDS.join(" "), {
      ...{ top: 128, minMatch: MIN_WORDS },
    });
    const inexact = Array.from(matches, (document) => snapshot.id(document)).sort(
      (a, b) => Number(a) - Number(b),
    );
    await reader.close();
    return createSmallReport({
      title: "An inverted index at work",
      texts: [
        `Query: ${WORDS.join(" ")}. Inexact top-K scores only documents with at least ${MIN_WORDS} of the four words (minMatch = ${MIN_WORDS}): ${inexact.join(", ")}.`,
      ],
      tables: [
        {
          title: "Posting lists",
          table: { header: ["word", "documents"], rows: lists, words: [0, 1] },
        },
        {
          title: "Concurrent traversal: all cursors move together through the documents",
          table: {
            header: ["step", "document", "cursors that stand there", "inexact top-K"],
            rows: steps,
            words: [2, 3],
          },
        },
      ],
      results: { lists: Object.fromEntries(lists), inexact },
      findings: [
        {
          claim: "S4.1",
          measured: `documents with at least ${MIN_WORDS} words: ${inexact.join(", ")}`,
          verdict: inexact.join() === "8,16,32" ? "holds" : "fails",
        },
      ],
    });
  },
};
