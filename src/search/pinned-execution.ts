/**
 * A query with some documents pinned to the top. They are hits whether they match or
 * not, with scores above all others, so that counts, facets, pages and cursors need no
 * special case. In an order by fields they are hits like the others.
 */

import type { IndexSnapshot } from "../index/index.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { RankOptions } from "../ranking/searcher.ts";
import type { Hits, TimeLimit } from "../ranking/traversal/index.ts";

/** A document and the rule that pins it. */
export interface PinnedDocument {
  readonly document: number;
  readonly rule: string;
}

/** Pinned documents score this, plus their number from the last one: 1, 2, … */
const PINNED_SCORE = 1e12;

export class PinnedExecution implements QueryExecution {
  readonly snapshot: IndexSnapshot;
  readonly limit: TimeLimit;
  readonly #query: QueryExecution;
  /** In order. */
  readonly #pins: readonly PinnedDocument[];
  readonly #scores: ReadonlyMap<number, number>;
  #matches: Promise<DocumentSet> | undefined;
  #total: number | undefined;

  constructor(query: QueryExecution, pins: readonly PinnedDocument[]) {
    this.snapshot = query.snapshot;
    this.limit = query.limit;
    this.#query = query;
    this.#pins = pins;
    this.#scores = new Map(
      pins.map(({ document }, i) => [document, PINNED_SCORE + pins.length - i]),
    );
    if (query.nearestPassage !== undefined) {
      this.nearestPassage = (document) => query.nearestPassage?.(document);
    }
  }

  nearestPassage?: (document: number) => number | undefined;

  get isPartial(): boolean {
    return this.#query.isPartial;
  }

  get total(): number | undefined {
    return this.#total ?? this.#query.total;
  }

  async rank(
    top: number,
    { total = false, within }: Pick<RankOptions, "total" | "within"> = {},
  ): Promise<Hits> {
    const part = within === undefined ? {} : { within };
    const hits = await this.#query.rank(top, { total, ...part });
    const pinned = this.pinFirst(hits, within);
    const first = {
      ...pinned,
      documents: pinned.documents.slice(0, top),
      scores: pinned.scores.slice(0, top),
    };
    if (hits.total === undefined) return first;
    return { ...first, total: hits.total + (await this.#countUnmatched()) };
  }

  /** The hits with the pinned documents before all others. */
  pinFirst(hits: Hits, within?: DocumentSet): Hits {
    const pins = this.#pins.filter(({ document }) => within?.has(document) !== false);
    const others = [...hits.documents.keys()].filter(
      (rank) => !this.#scores.has(hits.documents[rank] as number),
    );
    const scores = pins.map(({ document }) => this.#scores.get(document) as number);
    return {
      ...hits,
      documents: Uint32Array.from([
        ...pins.map(({ document }) => document),
        ...others.map((rank) => hits.documents[rank] as number),
      ]),
      scores: Float64Array.from([...scores, ...others.map((rank) => hits.scores[rank] as number)]),
    };
  }

  matches(): Promise<DocumentSet> {
    this.#matches ??= this.#query.matches().then((matching) => {
      const all = new DocumentSet(this.snapshot.documentLimit);
      all.addAll(matching);
      for (const { document } of this.#pins) all.add(document);
      this.#total = all.size;
      return all;
    });
    return this.#matches;
  }

  async score(documents: ArrayLike<number>): Promise<Float64Array> {
    const scores = await this.#query.score(documents);
    this.limit.spend(documents.length);
    for (let i = 0; i < documents.length; i++) {
      scores[i] = this.#scores.get(documents[i] as number) ?? (scores[i] as number);
    }
    return scores;
  }

  async explain(document: number): Promise<Explanation> {
    const explanation = await this.#query.explain(document);
    const value = this.#scores.get(document);
    if (value === undefined) return explanation;
    const position = this.#pins.findIndex((pin) => pin.document === document);
    const label = `pinned by rule ${this.#pins[position]?.rule}`;
    const facts = { position: position + 1, score: explanation.value };
    return { ...explanation, value, parts: [{ label, value, facts, parts: [] }] };
  }

  /** The number of pinned documents that do not match the query. */
  async #countUnmatched(): Promise<number> {
    const pinned = new DocumentSet(this.snapshot.documentLimit);
    for (const { document } of this.#pins) pinned.add(document);
    const { documents } = await this.#query.rank(this.#pins.length, { within: pinned });
    return this.#pins.length - documents.length;
  }
}
