/**
 * Texts as a cross-encoder reads them: word pieces with special tokens, `[CLS] query [SEP]` and
 * `document [SEP]`. Lengths include the special tokens, which are always present. Long texts are
 * truncated and counted. The texts of documents come from the stored fields of the index: title,
 * then text.
 */

import { badArgument } from "../common/errors.ts";
import { extractSearchableTexts, type IndexSnapshot } from "../index/index.ts";
import type { TokenPair, WordPieces } from "../models/index.ts";
import { SPECIAL_TOKENS, truncateLengths } from "../text/word-pieces/index.ts";
import { SequenceCache } from "./sequence-cache.ts";
import {
  checkLengths,
  type ResolvedSequenceOptions,
  type SequenceOptions,
  type TextCounts,
  type TextSequences,
  TextTally,
} from "./text-sequences.ts";

/** The documents of an index as word pieces. */
export class PieceSequences implements TextSequences {
  readonly options: ResolvedSequenceOptions;
  readonly #snapshot: IndexSnapshot;
  readonly #pieces: WordPieces;
  /** Maximum pieces of a pair, including special tokens. */
  readonly #pairLength: number;
  readonly pairCounts?: { read: number; cut: number };
  readonly #queries = new TextTally();
  readonly #documents: SequenceCache;

  constructor(
    snapshot: IndexSnapshot,
    pieces: WordPieces,
    { queryLength = 66, documentLength = 190 }: SequenceOptions = {},
    pairLength: number = Infinity,
  ) {
    checkLengths({ queryLength, documentLength });
    this.options = { form: "piece", queryLength, documentLength };
    this.#snapshot = snapshot;
    this.#pieces = pieces;
    this.#pairLength = pairLength;
    if (pairLength < Infinity) this.pairCounts = { read: 0, cut: 0 };
    this.#documents = new SequenceCache(snapshot.documentLimit);
  }

  get queryCounts(): TextCounts {
    return this.#queries.counts;
  }

  get documentCounts(): TextCounts {
    return this.#documents.tally.counts;
  }

  query(text: string): Int32Array {
    const { first, separator } = this.#pieces.specialTokens;
    const ids = this.#queries.truncate(this.#encode(text), this.options.queryLength - 2);
    return Int32Array.of(first, ...ids, separator);
  }

  text(text: string): Int32Array {
    return this.#document(text, this.#documents.tally);
  }

  /** `BAD_ARGUMENT`, because tokens lack the text between words. */
  tokens(): never {
    throw badArgument("a model that reads word pieces needs texts; read them from a local index");
  }

  document(document: number): Int32Array | Promise<Int32Array> {
    return this.#documents.get(document) ?? this.#cacheDocument(document);
  }

  async #cacheDocument(document: number): Promise<Int32Array> {
    const { title, text, ...fields } = await this.#snapshot.readStoredFields(document);
    const fullText = extractSearchableTexts(
      { title, text, fields },
      this.#snapshot.settings.schema,
    ).join(" ");
    return this.#documents.getOrRead(document, (tally) => this.#document(fullText, tally));
  }

  /** The longer text loses pieces until the pair fits. */
  pair(query: Int32Array, document: Int32Array): TokenPair {
    const counts = this.pairCounts;
    if (counts !== undefined) counts.read++;
    if (query.length + document.length <= this.#pairLength) return { query, document };
    if (counts !== undefined) counts.cut++;
    const [first, second] = truncateLengths(
      query.length - 2,
      document.length - 1,
      this.#pairLength - SPECIAL_TOKENS,
      "longest-first",
    );
    const { separator } = this.#pieces.specialTokens;
    return {
      query: Int32Array.of(...query.subarray(0, first + 1), separator),
      document: Int32Array.of(...document.subarray(0, second), separator),
    };
  }

  #document(text: string, tally: TextTally): Int32Array {
    const ids = tally.truncate(this.#encode(text), this.options.documentLength - 1);
    return Int32Array.of(...ids, this.#pieces.specialTokens.separator);
  }

  #encode(text: string): Int32Array {
    return Int32Array.from(this.#pieces.encode(text));
  }
}
