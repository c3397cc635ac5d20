/**
 * Texts as a cross-encoder reads them: word pieces with their marks, `[CLS]
 * query [SEP]` and `document [SEP]`. Lengths count the marks, which are always
 * there; long texts lose their end and are counted. The texts of documents
 * come from the stored fields of the index: title, then text.
 */

import type { IndexSnapshot } from "../index/index.ts";
import type { WordPieces } from "../models/index.ts";
import { DocumentSet } from "../ranking/index.ts";
import {
  checkLength,
  type SequenceOptions,
  type TextCounts,
  type TextSequences,
} from "./token-sequences.ts";

/** Pieces kept of documents at most; beyond, the memory starts afresh. */
const MOST_REMEMBERED = 1 << 24;

export class PieceSequences implements TextSequences {
  readonly options: Required<SequenceOptions>;
  readonly #snapshot: IndexSnapshot;
  readonly #pieces: WordPieces;
  readonly #documents = new Map<number, Int32Array>();
  readonly #seen: DocumentSet;
  readonly #queryCounts = { read: 0, cut: 0, empty: 0 };
  readonly #documentCounts = { read: 0, cut: 0, empty: 0 };
  #remembered = 0;

  constructor(
    snapshot: IndexSnapshot,
    pieces: WordPieces,
    { queryLength = 66, documentLength = 190 }: SequenceOptions = {},
  ) {
    checkLength("queryLength", queryLength);
    checkLength("documentLength", documentLength);
    this.options = { form: "piece", queryLength, documentLength };
    this.#snapshot = snapshot;
    this.#pieces = pieces;
    this.#seen = new DocumentSet(snapshot.documentLimit);
  }

  get queryCounts(): TextCounts {
    return { ...this.#queryCounts };
  }

  get documentCounts(): TextCounts {
    return { ...this.#documentCounts };
  }

  query(text: string): Int32Array {
    const { first, separator } = this.#pieces.marks;
    const ids = this.#cut(text, this.options.queryLength - 2, this.#queryCounts);
    return Int32Array.of(first, ...ids, separator);
  }

  text(text: string): Int32Array {
    return this.#document(text, this.#documentCounts);
  }

  async document(document: number): Promise<Int32Array> {
    const known = this.#documents.get(document);
    if (known !== undefined) return known;
    const { title, text = "" } = await this.#snapshot.fieldsOf(document);
    const whole = title === undefined ? text : `${title} ${text}`;
    const counts = this.#seen.has(document) ? { read: 0, cut: 0, empty: 0 } : this.#documentCounts;
    const ids = this.#document(whole, counts);
    this.#seen.add(document);
    if (this.#remembered + ids.length > MOST_REMEMBERED) {
      this.#documents.clear();
      this.#remembered = 0;
    }
    this.#documents.set(document, ids);
    this.#remembered += ids.length;
    return ids;
  }

  #document(text: string, counts: { read: number; cut: number; empty: number }): Int32Array {
    const ids = this.#cut(text, this.options.documentLength - 1, counts);
    return Int32Array.of(...ids, this.#pieces.marks.separator);
  }

  #cut(
    text: string,
    longest: number,
    counts: { read: number; cut: number; empty: number },
  ): readonly number[] {
    const ids = this.#pieces.encode(text);
    counts.read++;
    if (ids.length === 0) counts.empty++;
    if (ids.length <= longest) return ids;
    counts.cut++;
    return ids.slice(0, Math.max(0, longest));
  }
}
