/**
 * One query by words and by meaning: the best documents of both, each with both
 * scores, which are exact for every one of them.
 *
 * The `depth` best by words and the `depth` nearest by meaning are looked at;
 * more where more hits are asked for. What scores are measured by (their mean
 * and deviation, or ranks) is taken from those `depth` alone, so that a document
 * has the same score on every page.
 */

import type { IndexSnapshot } from "../../index/index.ts";
import type { GivenVector } from "../../index/vectors/index.ts";
import { DocumentSet } from "../../ranking/document-set.ts";
import type { Explanation } from "../../ranking/explanation.ts";
import { bestDocuments, type Hits } from "../../ranking/traversal/index.ts";
import { DenseSearch } from "../../ranking/vectors/index.ts";
import type { AskedSearch, WordSearch } from "../asked-search.ts";
import { reciprocalRank, type ScoreSpread, spreadOf, standardised } from "./fusion.ts";
import { type MeaningParts, partsExplanation } from "./meaning-explanation.ts";
import type { MeaningRanker } from "./meaning-ranker.ts";

/** What a search by meaning works with. */
export interface MeaningInputs {
  readonly words: WordSearch;
  readonly vector: GivenVector;
  readonly ranker: MeaningRanker;
  /** The only documents that may be found. */
  readonly filter?: DocumentSet | undefined;
  /** Whether a document must match the query by words to be found: the query has operators. */
  readonly mustMatch: boolean;
}

/** What words and meaning give a document. */
interface BothScores {
  readonly score: number;
  readonly cosine: number;
}

/** What scores are measured by. */
interface Measured {
  readonly near: Hits;
  readonly union: DocumentSet;
  readonly words: ScoreSpread;
  readonly meaning: ScoreSpread;
  readonly wordRanks: ReadonlyMap<number, number>;
  readonly nearRanks: ReadonlyMap<number, number>;
}

/** Opens the vectors of the snapshot where no search has done so. */
export async function meaningSearch(inputs: MeaningInputs): Promise<AskedSearch> {
  return new MeaningSearch(inputs, await DenseSearch.open(inputs.words.snapshot));
}

/** A query whose vector is known. */
export class MeaningSearch implements AskedSearch {
  readonly snapshot: IndexSnapshot;
  readonly #inputs: MeaningInputs;
  readonly #dense: DenseSearch;
  #measured: Promise<Measured> | undefined;
  #matches: Promise<DocumentSet> | undefined;
  #known = new Map<number, BothScores>();
  #total: number | undefined;

  constructor(inputs: MeaningInputs, dense: DenseSearch) {
    this.snapshot = inputs.words.snapshot;
    this.#inputs = inputs;
    this.#dense = dense;
  }

  get isPartial(): boolean {
    return this.#inputs.words.isPartial;
  }

  get total(): number | undefined {
    return this.#total;
  }

  /** The same search with another alpha. What is known of documents is shared. */
  withAlpha(alpha: number): AskedSearch {
    const ranker = { ...this.#inputs.ranker, alpha };
    const other = new MeaningSearch({ ...this.#inputs, ranker }, this.#dense);
    other.#measured = this.#measure();
    other.#known = this.#known;
    return other;
  }

  async rank(
    top: number,
    {
      total = false,
      within,
    }: { readonly total?: boolean | number; readonly within?: DocumentSet } = {},
  ): Promise<Hits> {
    const documents = await this.#candidates(top, within);
    const scores = await this.score(documents);
    const best = bestDocuments(this.snapshot, top);
    for (const [i, document] of documents.entries()) best.push(document, scores[i] as number);
    const { items, scores: ranked } = best.drain();
    const counted = total === false ? {} : { total: (await this.matches()).size };
    return { documents: items, scores: ranked, isPartial: this.isPartial, ...counted };
  }

  /** All documents that match by words, and the nearest by meaning. */
  matches(): Promise<DocumentSet> {
    this.#matches ??= this.#allMatches();
    return this.#matches;
  }

  async #allMatches(): Promise<DocumentSet> {
    const { words, ranker } = this.#inputs;
    const all = new DocumentSet(this.snapshot.documentLimit);
    if (ranker.kind !== "dense") all.addAll(await words.matches());
    for (const document of (await this.#measure()).near.documents) all.add(document);
    this.#total = all.size;
    return all;
  }

  async score(documents: ArrayLike<number>): Promise<Float64Array> {
    const parts = await this.#parts(documents);
    return Float64Array.from(parts, ({ words, meaning }) => words + meaning);
  }

  async explain(document: number): Promise<Explanation> {
    const [parts] = await this.#parts([document]);
    const { words, ranker } = this.#inputs;
    const ofWords = ranker.kind === "dense" ? undefined : await words.explain(document);
    return partsExplanation(this.snapshot.id(document), ranker, parts as MeaningParts, ofWords);
  }

  nearestPassage(document: number): number | undefined {
    return this.#dense.nearest(this.#inputs.vector, document);
  }

  /** What documents have for their words and for their meaning. */
  async #parts(documents: ArrayLike<number>): Promise<MeaningParts[]> {
    const { kind, alpha, k } = this.#inputs.ranker;
    const measured = await this.#measure();
    const both = await this.#both(documents);
    return Array.from(documents, (document, i): MeaningParts => {
      const { score, cosine } = both[i] as BothScores;
      if (kind === "dense")
        return { words: 0, meaning: cosine, wordFacts: {}, meaningFacts: { cosine } };
      if (kind === "rrf") {
        const [wordRank, nearRank] = [
          measured.wordRanks.get(document),
          measured.nearRanks.get(document),
        ];
        return {
          words: reciprocalRank(wordRank, k),
          meaning: reciprocalRank(nearRank, k),
          wordFacts: { score, ...(wordRank === undefined ? {} : { rank: wordRank }), k },
          meaningFacts: { cosine, ...(nearRank === undefined ? {} : { rank: nearRank }), k },
        };
      }
      return {
        words: standardised(score, measured.words),
        meaning: alpha * standardised(cosine, measured.meaning),
        wordFacts: { score, ...measured.words },
        meaningFacts: { cosine, ...measured.meaning, alpha },
      };
    });
  }

  /** The scores of documents by words and by meaning. Each is computed once. */
  async #both(documents: ArrayLike<number>): Promise<BothScores[]> {
    const { words, vector, ranker } = this.#inputs;
    const unknown = Array.from(documents).filter((document) => !this.#known.has(document));
    if (unknown.length > 0) {
      const cosines = this.#dense.score(vector, unknown);
      const scores = ranker.kind === "dense" ? undefined : await words.score(unknown);
      for (const [i, document] of unknown.entries()) {
        this.#known.set(document, { score: scores?.[i] ?? 0, cosine: cosines[i] as number });
      }
    }
    return Array.from(documents, (document) => this.#known.get(document) as BothScores);
  }

  /** The documents that are looked at for the `top` best. */
  async #candidates(top: number, within: DocumentSet | undefined): Promise<number[]> {
    const { words, ranker } = this.#inputs;
    if (ranker.kind === "dense") return [...(await this.#near(top, within)).documents];
    const found = new DocumentSet(this.snapshot.documentLimit);
    found.addAll((await this.#measure()).union);
    if (within !== undefined) found.keepAll(within);
    if (top > ranker.depth || within !== undefined) {
      const part = within === undefined ? {} : { within };
      const more = Math.max(top, ranker.depth);
      for (const document of (await words.rank(more, part)).documents) found.add(document);
      for (const document of (await this.#near(more, within)).documents) found.add(document);
    }
    return membersOf(found);
  }

  /** The nearest documents by meaning, of those that may be found. */
  async #near(top: number, within: DocumentSet | undefined): Promise<Hits> {
    const { words, vector, filter, mustMatch, ranker } = this.#inputs;
    const allowed = within ?? (mustMatch ? await words.matches() : filter);
    return this.#dense.rank(vector, { top: Math.max(1, top), filter: allowed, ef: ranker.ef });
  }

  #measure(): Promise<Measured> {
    this.#measured ??= this.#measureAll();
    return this.#measured;
  }

  async #measureAll(): Promise<Measured> {
    const { words, ranker } = this.#inputs;
    const near = await this.#near(ranker.depth, undefined);
    const none = { documents: new Uint32Array(0) };
    const listed = ranker.kind === "dense" ? none : await words.rank(ranker.depth);
    const union = new DocumentSet(this.snapshot.documentLimit);
    for (const { documents } of [listed, near]) {
      for (const document of documents) union.add(document);
    }
    const both = ranker.kind === "hybrid" ? await this.#both(membersOf(union)) : [];
    return {
      near,
      union,
      words: spreadOf(Float64Array.from(both, ({ score }) => score)),
      meaning: spreadOf(Float64Array.from(both, ({ cosine }) => cosine)),
      wordRanks: ranksOf(listed.documents),
      nearRanks: ranksOf(near.documents),
    };
  }
}

/** The documents of a set, in ascending order. */
function membersOf(set: DocumentSet): number[] {
  const documents: number[] = [];
  set.forEach((document) => {
    documents.push(document);
  });
  return documents;
}

/** The rank of each document, from 1 on. */
function ranksOf(documents: Uint32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(documents, (document, i) => [document, i + 1]));
}
