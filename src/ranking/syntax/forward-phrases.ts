/**
 * Phrases in an index without positions: searched in the tokens of the forward
 * index. Slower than positions, with the same results.
 */

import { encodeText } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { Forward } from "../../index/files/index.ts";
import {
  type IndexView,
  isMultiFieldView,
  type SnapshotPart,
} from "../../index/snapshots/index.ts";
import { DocumentSet } from "../document-set.ts";
import { findSnapshot } from "../matching/view-forms.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { hasPhrase } from "./phrase.ts";

/** A segment whose tokens can be read, as the numbers of their terms. */
interface TokenPart {
  readonly part: SnapshotPart;
  readonly forward: Forward;
  readonly formTerms: Int32Array;
}

/** The term of each form of a forward index; these never change. */
const termCache = new WeakMap<Forward, Int32Array>();

export class ForwardPhrases {
  readonly #parts: readonly TokenPart[];

  private constructor(parts: readonly TokenPart[]) {
    this.#parts = parts;
  }

  /** `BAD_ARGUMENT` for an index that has neither positions nor a forward index. */
  static async open(view: IndexView): Promise<ForwardPhrases> {
    const snapshot = findSnapshot(view);
    if (snapshot === undefined || !snapshot.settings.forward) {
      throw badArgument(
        'a "phrase" needs an index with positions or with a forward index; this one has neither',
      );
    }
    const parts: TokenPart[] = [];
    for (const part of snapshot.parts) {
      const forward = await part.segment.pagedForward();
      const formTerms =
        termCache.get(forward) ?? Int32Array.from(forward.allForms(), ({ term }) => term);
      termCache.set(forward, formTerms);
      parts.push({ part, forward, formTerms });
    }
    return new ForwardPhrases(parts);
  }

  /**
   * The documents of `candidates` that contain the terms at these offsets.
   * Incomplete once `limit` is over.
   */
  documents(
    view: IndexView,
    candidates: DocumentSet,
    terms: readonly string[],
    offsets: readonly number[],
    limit: TimeLimit,
  ): DocumentSet {
    const matches = new DocumentSet(view.documentLimit);
    for (const names of toFieldKeys(view, terms)) {
      for (const each of this.#parts) addMatches(each, candidates, names, offsets, limit, matches);
    }
    return matches;
  }
}

/** The terms as keys of the dictionary: for each field that contains all of them, or once. */
function toFieldKeys(view: IndexView, terms: readonly string[]): (readonly string[])[] {
  if (!isMultiFieldView(view)) return [terms];
  return view.fields.flatMap(({ view: field }) => {
    const names = terms.flatMap((term) => field.key(term) ?? []);
    return names.length === terms.length ? [names] : [];
  });
}

/** Adds the candidates of one segment that contain the terms at their offsets. */
function addMatches(
  { part: { segment, base }, forward, formTerms }: TokenPart,
  candidates: DocumentSet,
  terms: readonly string[],
  offsets: readonly number[],
  limit: TimeLimit,
  matches: DocumentSet,
): void {
  const termNumbers = terms.map((term) => segment.dictionary.find(encodeText(term))?.number);
  if (termNumbers.includes(undefined)) return;
  for (let document = 0; document < segment.documents.count; document++) {
    if (!candidates.has(base + document)) continue;
    const tokens = forward.mapTokens(document, formTerms);
    if (limit.count(tokens.length)) return;
    if (hasPhrase(collectPositions(tokens, termNumbers), offsets, limit))
      matches.add(base + document);
  }
}

/** The positions of each term. A term that occurs twice is searched once. */
function collectPositions(
  tokens: Int32Array,
  termNumbers: readonly (number | undefined)[],
): Uint32Array[] {
  const lists = new Map<number | undefined, number[]>(termNumbers.map((term) => [term, []]));
  for (let at = 0; at < tokens.length; at++) lists.get(tokens[at])?.push(at);
  const positions = new Map([...lists].map(([term, list]) => [term, Uint32Array.from(list)]));
  return termNumbers.map((term) => positions.get(term) as Uint32Array);
}
