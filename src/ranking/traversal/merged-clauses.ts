/**
 * The clauses of a query whose expanded words have merged lists, as upper bounds that the kernels
 * search, and their exact matches in the documents that the kernels have scored.
 */

import { MultiFieldCursor, type PostingsCursor } from "../../index/snapshots/index.ts";
import type { MergedLists } from "../block-max/merged-lists.ts";
import {
  boundByCode,
  FrequencyCodeCursor,
  fromFrequencyCode,
} from "../matching/frequency-codes.ts";
import { getMergedListCache, type ListedView } from "../matching/merged-list-cache.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause, ClausePart } from "../prepared-query.ts";
import { ExpandedIndex, type MultiTerm } from "../syntax/expanded-index.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface BoundClause {
  /** Its scores are not below those of the clause. */
  readonly clause: Clause;
  /** The match of the clause in a document that the bound has scored; undefined without a word. */
  readonly findMatch: (document: number) => number | undefined;
}

/** A part with its merged lists, if it is an expanded word. */
interface BoundPart {
  readonly part: ClausePart;
  readonly merged?: { readonly lists: MergedLists; readonly multiTerm: MultiTerm };
}

/** A clause over fields. Undefined if an expanded word has no merged lists. */
export function boundClause(clause: Clause, limit: TimeLimit): BoundClause | undefined {
  const { parts = [], combine } = clause;
  const bounds = parts.map((part) => boundPart(part, limit));
  if (combine === undefined || !bounds.every((each) => each !== undefined)) return undefined;
  const scored = bounds.some(({ merged }) => merged !== undefined)
    ? new MergedMatches(bounds, combine)
    : new PlainMatches(combine);
  const combineBounds = (document: number, frequencies: ArrayLike<number>): number =>
    scored.bound(document, frequencies);
  return {
    clause: {
      ...clause,
      parts: bounds.map(({ part }) => part),
      combine: combineBounds,
      // Their frequency is already the match.
      match: (value) => value,
      open: () => new MultiFieldCursor(bounds.map(openPart), combineBounds),
    },
    findMatch: (document) => scored.findMatch(document),
  };
}

type Combine = NonNullable<Clause["combine"]>;

/** The matches of a clause without merged lists, as they are computed. */
class PlainMatches {
  readonly #combine: Combine;
  readonly #matches = new Map<number, number>();

  constructor(combine: Combine) {
    this.#combine = combine;
  }

  bound(document: number, frequencies: ArrayLike<number>): number {
    const match = this.#combine(document, frequencies);
    this.#matches.set(document, match);
    return match;
  }

  findMatch(document: number): number | undefined {
    return this.#matches.get(document);
  }
}

/** The matches of a clause with merged lists. Other frequencies are kept as they are read. */
class MergedMatches {
  readonly #parts: readonly BoundPart[];
  readonly #combine: Combine;
  readonly #frequencies = new Map<number, Float64Array>();
  readonly #bounds: Float64Array;

  constructor(parts: readonly BoundPart[], combine: Combine) {
    this.#parts = parts;
    this.#combine = combine;
    this.#bounds = new Float64Array(parts.length);
  }

  bound(document: number, frequencies: ArrayLike<number>): number {
    this.#frequencies.set(document, Float64Array.from(frequencies));
    const bounds = this.#bounds;
    for (let i = 0; i < bounds.length; i++) {
      const frequency = frequencies[i] as number;
      const isCode = (this.#parts[i] as BoundPart).merged !== undefined;
      bounds[i] = isCode ? fromFrequencyCode(frequency) : frequency;
    }
    return this.#combine(document, bounds);
  }

  findMatch(document: number): number | undefined {
    const frequencies = this.#frequencies.get(document);
    if (frequencies === undefined) return undefined;
    for (const [i, { merged }] of this.#parts.entries()) {
      if (merged === undefined || frequencies[i] === 0) continue;
      frequencies[i] =
        merged.lists.findFrequency(document) ?? addFrequencies(merged.multiTerm, document);
    }
    return this.#combine(document, frequencies);
  }
}

function addFrequencies(multiTerm: MultiTerm, document: number): number {
  const cursor = multiTerm.openUnion();
  return cursor.seek(document) === document ? cursor.frequency : 0;
}

function boundPart(part: ClausePart, limit: TimeLimit): BoundPart | undefined {
  const { view, term, match } = part;
  if (!(view instanceof ExpandedIndex)) return { part };
  const { plain } = view;
  const multiTerm = view.findMultiTerm(term);
  if (multiTerm === undefined) {
    return view.isPhrase(term) ? undefined : { part: { ...part, view: plain } };
  }
  const isBounded = multiTerm.hasOnlyTerms && part.isMonotone && part.isConcave === true;
  if (!isBounded) return undefined;
  const lists = getMergedListCache(plain)?.find(plain as ListedView, multiTerm.expansion, limit);
  if (lists === undefined) return undefined;
  const bound = { ...part, view: plain, match: boundByCode(match), merged: lists };
  return { part: bound, merged: { lists, multiTerm } };
}

function openPart({ part: { view, term }, merged }: BoundPart): PostingsCursor {
  return merged === undefined
    ? openPostings(view, term)
    : new FrequencyCodeCursor(merged.multiTerm.openUnion());
}
