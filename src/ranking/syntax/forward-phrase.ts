/**
 * Phrases in an index that keeps no positions: looked for among the tokens of
 * the forward index. Slower than positions, and the same answer.
 */

import { encodeText } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { Forward } from "../../index/files/index.ts";
import { FieldsView, type IndexView, type SnapshotPart } from "../../index/snapshots/index.ts";
import { DocumentSet } from "../document-set.ts";
import { snapshotOf } from "../matching/view-forms.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { standsIn } from "./phrase.ts";

/** A segment whose tokens can be read, as the numbers of their terms. */
interface TokenPart {
  readonly part: SnapshotPart;
  readonly forward: Forward;
  readonly termOfForm: Int32Array;
}

/** The term of each form of a forward index; these never change. */
const known = new WeakMap<Forward, Int32Array>();

export class ForwardPhrases {
  readonly #parts: readonly TokenPart[];

  private constructor(parts: readonly TokenPart[]) {
    this.#parts = parts;
  }

  /** `BAD_ARGUMENT` for an index that has neither positions nor a forward index. */
  static async open(view: IndexView): Promise<ForwardPhrases> {
    const snapshot = snapshotOf(view);
    if (snapshot === undefined || !snapshot.settings.forward) {
      throw badArgument(
        'a "phrase" needs an index with positions or with a forward index; this one has neither',
      );
    }
    const parts: TokenPart[] = [];
    for (const part of snapshot.parts) {
      const forward = await part.segment.pagedForward();
      const termOfForm =
        known.get(forward) ?? Int32Array.from(forward.allForms(), ({ term }) => term);
      known.set(forward, termOfForm);
      parts.push({ part, forward, termOfForm });
    }
    return new ForwardPhrases(parts);
  }

  /** Those of `candidates` in which the terms stand at these offsets. Incomplete once `limit` is over. */
  documents(
    view: IndexView,
    candidates: DocumentSet,
    terms: readonly string[],
    offsets: readonly number[],
    limit: TimeLimit,
  ): DocumentSet {
    const found = new DocumentSet(view.documentLimit);
    for (const names of namesInFields(view, terms)) {
      for (const each of this.#parts) addStanding(each, candidates, names, offsets, limit, found);
    }
    return found;
  }
}

/** The terms as the dictionary has them: in each field that has all of them, or once. */
function namesInFields(view: IndexView, terms: readonly string[]): (readonly string[])[] {
  if (!(view instanceof FieldsView)) return [terms];
  return view.fields.flatMap(({ view: field }) => {
    const names = terms.flatMap((term) => field.key(term) ?? []);
    return names.length === terms.length ? [names] : [];
  });
}

/** Adds the candidates of one segment in which the terms stand at their offsets. */
function addStanding(
  { part: { segment, base }, forward, termOfForm }: TokenPart,
  candidates: DocumentSet,
  terms: readonly string[],
  offsets: readonly number[],
  limit: TimeLimit,
  found: DocumentSet,
): void {
  const wanted = terms.map((term) => segment.dictionary.find(encodeText(term))?.number);
  if (wanted.includes(undefined)) return;
  for (let document = 0; document < segment.documents.count; document++) {
    if (!candidates.has(base + document)) continue;
    const tokens = forward.mapped(document, termOfForm);
    if (limit.count(tokens.length)) return;
    if (standsIn(placesOf(tokens, wanted), offsets, limit)) found.add(base + document);
  }
}

/** Where each of the wanted terms stands. A term that is wanted twice is looked for once. */
function placesOf(tokens: Int32Array, wanted: readonly (number | undefined)[]): Uint32Array[] {
  const lists = new Map<number | undefined, number[]>(wanted.map((term) => [term, []]));
  for (let at = 0; at < tokens.length; at++) lists.get(tokens[at])?.push(at);
  const places = new Map([...lists].map(([term, list]) => [term, Uint32Array.from(list)]));
  return wanted.map((term) => places.get(term) as Uint32Array);
}
