/**
 * One text field of an index as an index of its own: its terms, its lengths, and the documents that
 * have the field.
 */

import {
  parseFieldNumber,
  type SearchedField,
  stripField,
  toFieldPrefix,
} from "../schema/index.ts";
import type { IndexSnapshot } from "./index-snapshot.ts";
import {
  type IndexView,
  type PostingsCursor,
  TERM_SEPARATOR,
  type TermStatistics,
} from "./index-view.ts";

/** The lengths of a field in the documents of a segment. */
interface FieldPart {
  readonly base: number;
  readonly lengths: Uint32Array;
}

/** A text field as an index. */
export class FieldView implements IndexView {
  readonly snapshot: IndexSnapshot;
  /** The number of the field in the schema. */
  readonly number: number;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly #group: number;
  readonly #prefix: string;
  #lengths: Uint32Array | undefined;
  /** The segment of the document whose length was read last. */
  #part: FieldPart | undefined;

  constructor(snapshot: IndexSnapshot, { number, group }: Pick<SearchedField, "number" | "group">) {
    this.snapshot = snapshot;
    this.number = number;
    this.#group = group;
    this.#prefix = toFieldPrefix(number);
    let [count, total] = [0, 0];
    for (const { segment, deletions } of snapshot.parts) {
      const lengths = segment.documents.fieldLengths(number);
      for (let document = 0; document < lengths.length; document++) {
        const length = lengths[document] as number;
        if (length === 0 || deletions?.has(document) === true) continue;
        count++;
        total += length;
      }
    }
    const { documentCount, totalLength } = snapshot.collection?.field(number) ?? {
      documentCount: count,
      totalLength: total,
    };
    this.documentCount = documentCount;
    this.totalLength = totalLength;
  }

  get documentLimit(): number {
    return this.snapshot.documentLimit;
  }

  get hasPositions(): boolean {
    return this.snapshot.hasPositions;
  }

  /**
   * The key of a term in the dictionary; undefined for a word that the field does not index. A term
   * that is a key already belongs to its field alone.
   */
  key(term: string): string | undefined {
    if (term < " ") {
      const field = parseFieldNumber(term);
      if (field > 0) return field === this.number ? term : undefined;
    }
    if (!term.includes(TERM_SEPARATOR)) return this.#prefix + term;
    const groupTerm = term.split(TERM_SEPARATOR)[this.#group] ?? "";
    return groupTerm === "" ? undefined : this.#prefix + groupTerm;
  }

  get needLists(): IndexView["needLists"] {
    const { needLists } = this.snapshot;
    return needLists && ((terms) => needLists([...terms].flatMap((term) => this.key(term) ?? [])));
  }

  term(term: string): TermStatistics | undefined {
    const key = this.key(term);
    return key === undefined ? undefined : this.snapshot.term(key);
  }

  postings(term: string): PostingsCursor | undefined {
    const key = this.key(term);
    return key === undefined ? undefined : this.snapshot.postings(key);
  }

  /**
   * The length of the field in each document, by number. Computed on first use; with one segment it
   * is already stored.
   */
  get lengths(): Uint32Array {
    if (this.#lengths === undefined) {
      const { parts, documentLimit } = this.snapshot;
      const [first, ...others] = parts;
      if (first !== undefined && others.length === 0) {
        this.#lengths = first.segment.documents.fieldLengths(this.number);
      } else {
        this.#lengths = new Uint32Array(documentLimit);
        for (const { base, segment } of parts) {
          this.#lengths.set(segment.documents.fieldLengths(this.number), base);
        }
      }
    }
    return this.#lengths;
  }

  /** Without an array for all documents, which every commit would need anew. */
  length(document: number): number {
    let part = this.#part;
    if (part === undefined || document < part.base || document >= part.base + part.lengths.length) {
      part = this.#findPart(document);
      if (part === undefined) return this.snapshot.length(document, this.number); // throws
      this.#part = part;
    }
    return part.lengths[document - part.base] as number;
  }

  #findPart(document: number): FieldPart | undefined {
    const { parts } = this.snapshot;
    const part = parts.findLast(({ base }) => base <= document);
    if (part === undefined) return undefined;
    const { base, segment } = part;
    const found = { base, lengths: segment.documents.fieldLengths(this.number) };
    return document - base < found.lengths.length ? found : undefined;
  }

  id(document: number): string {
    return this.snapshot.id(document);
  }

  compareIds(a: number, b: number): number {
    return this.snapshot.compareIds(a, b);
  }

  find(id: string): number | undefined {
    return this.snapshot.find(id);
  }

  async readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    const terms = new Map<string, number>();
    for (const [term, count] of await this.snapshot.readTerms(document)) {
      const own = stripField(term);
      if (term === this.#prefix + own) terms.set(own, count);
    }
    return terms;
  }

  termsFrom(start: string, limit: number): readonly string[] {
    const terms = this.snapshot.termsFrom(this.#prefix + start, limit);
    const end = terms.findIndex((term) => !this.#isOwn(term));
    return (end < 0 ? terms : terms.slice(0, end)).map(stripField);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    return this.snapshot.termsWithPrefix(this.#prefix + prefix, limit).map(stripField);
  }

  #isOwn(term: string): boolean {
    return term.startsWith(this.#prefix);
  }
}
