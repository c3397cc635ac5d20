/**
 * The terms of a remote segment, in place of surface forms that it does not have. A
 * prefix fetches the terms that begin with it; only fuzzy matching fetches all. The
 * results are those of a dictionary of all terms.
 */

import { iteratePrefixTerms, iterateTerms, type Segment } from "../../index/segments/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { type CountedForm, FormDictionary, type NearForm } from "./form-dictionary.ts";

/** Finds forms by prefix or edit distance. */
export type FormLookup = Pick<FormDictionary, "withPrefix" | "near">;

export class RemoteForms implements FormLookup {
  readonly #segment: Segment;
  #all: FormDictionary | undefined;

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  /** As in `FormDictionary`. */
  withPrefix(prefix: string, maxForms: number, limit: TimeLimit): CountedForm[] {
    const forms = this.#all ?? FormDictionary.buildSync(iteratePrefixTerms(this.#segment, prefix));
    return forms.withPrefix(prefix, maxForms, limit);
  }

  /** As in `FormDictionary`. */
  near(
    word: string,
    edits: number,
    limit: TimeLimit,
    options: { readonly isPrefix?: boolean } = {},
  ): readonly NearForm[] {
    this.#all ??= FormDictionary.buildSync(iterateTerms(this.#segment));
    return this.#all.near(word, edits, limit, options);
  }
}
