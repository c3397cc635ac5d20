/** A ranker of an index under test, by any ranker name. */

import { defined } from "../../../common/defined.ts";
import type { IndexView } from "../../../index/index.ts";
import type { Ranker } from "../../../ranking/index.ts";
import { scoreDocuments } from "../../../ranking/traversal/index.ts";
import type { Analyzer } from "../../../text/index.ts";
import type { TestCase, TestedRanker, WordSequence } from "../axiom.ts";
import { type ExtraDocument, ExtraDocumentsView } from "./extra-documents.ts";

export interface IndexRankerOptions {
  readonly name: string;
  /** The name of its declaration, such as `sdm`. */
  readonly kind?: string;
  readonly ranker: Ranker;
}

/**
 * Scores synthetic texts under the statistics of `view`; feedback learns only from its documents.
 */
export function createIndexRanker(
  view: IndexView,
  analyzer: Pick<Analyzer, "term">,
  { name, kind, ranker }: IndexRankerOptions,
): TestedRanker {
  const scoreCase = async ({ query, documents }: TestCase): Promise<Float64Array> => {
    const extended = new ExtraDocumentsView(
      view,
      documents.map(({ words }) => toExtraDocument(words, analyzer)),
    );
    const { countedLimit } = extended;
    const filter = { has: (document: number) => document < countedLimit };
    const prepared = await ranker.prepare(extended, toExtraDocument(query, analyzer).terms, {
      filter,
    });
    return scoreDocuments(
      extended,
      prepared,
      documents.map((_, i) => countedLimit + i),
    );
  };
  return {
    name,
    ...defined({ kind }),
    async score(cases) {
      const scores: Float64Array[] = [];
      for (const each of cases) scores.push(await scoreCase(each));
      return scores;
    },
  };
}

/** A text as an index with positions stores it. */
function toExtraDocument(words: WordSequence, analyzer: Pick<Analyzer, "term">): ExtraDocument {
  const [terms, positions]: [string[], number[]] = [[], []];
  for (const [position, word] of words.entries()) {
    const term = analyzer.term(word);
    if (term === undefined) continue;
    terms.push(term);
    positions.push(position);
  }
  return { terms, positions };
}
