/**
 * Texts as sequences of vocabulary ids, for all models but cross-encoders.
 *
 * A token is a surface form or its stem. No word is dropped, whatever the stop list of the index.
 * Long documents are truncated; of long queries the rarest or the first words are read. Both are
 * counted. A text without tokens is read as one unknown word, so that
 * every pair has a score.
 */

import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import { UNKNOWN } from "../embeddings/index.ts";
import type { Forward } from "../index/files/index.ts";
import type { IndexSnapshot, SnapshotPart } from "../index/index.ts";
import type { TokenPair } from "../models/index.ts";
import { type Analyzer, Tokens } from "../text/index.ts";
import { SequenceCache } from "./sequence-cache.ts";
import {
  checkLengths,
  type ResolvedSequenceOptions,
  type SequenceOptions,
  selectRarest,
  type TextCounts,
  type TextSequences,
  TextTally,
  type TokenForm,
} from "./text-sequences.ts";
import { toToken, toTokens } from "./token-statistics.ts";

/** The lookup that sequences need from a vocabulary; `UNKNOWN` for a token outside it. */
export interface TokenLookup {
  id(token: string): number;
}

const UNKNOWN_IDS: Int32Array = Int32Array.of(UNKNOWN);

/** The texts of a segment: forms by document, and the id of every form, computed once. */
interface PartTexts {
  readonly base: number;
  readonly forward: Forward;
  readonly ids: Int32Array;
}

/** The documents of an index as ids of a vocabulary. */
export class TokenSequences implements TextSequences {
  readonly options: ResolvedSequenceOptions & { readonly form: TokenForm };
  readonly #snapshot: IndexSnapshot;
  readonly #analyzer: Analyzer;
  readonly #vocabulary: TokenLookup;
  readonly #openParts = new Map<SnapshotPart, PartTexts>();
  readonly #tokens = new Tokens();
  readonly #queries = new TextTally();
  readonly #documents: SequenceCache;

  constructor(
    snapshot: IndexSnapshot,
    analyzer: Analyzer,
    vocabulary: TokenLookup,
    { form = "stem", queryLength = 30, documentLength = 180, longQueries }: SequenceOptions = {},
  ) {
    if (form === "piece") throw badArgument("word pieces are read by PieceSequences");
    checkLengths({ queryLength, documentLength });
    this.options = { form, queryLength, documentLength, ...defined({ longQueries }) };
    this.#snapshot = snapshot;
    this.#analyzer = analyzer;
    this.#vocabulary = vocabulary;
    this.#documents = new SequenceCache(snapshot.documentLimit);
  }

  get queryCounts(): TextCounts {
    return this.#queries.counts;
  }

  get documentCounts(): TextCounts {
    return this.#documents.tally.counts;
  }

  pair(query: Int32Array, document: Int32Array): TokenPair {
    return { query, document };
  }

  query(text: string): Int32Array {
    const { queryLength, longQueries } = this.options;
    const select = longQueries === "rarest" ? selectRarest : undefined;
    return replaceEmpty(this.#queries.truncate(this.#encode(text), queryLength, select));
  }

  text(text: string): Int32Array {
    return replaceEmpty(
      this.#documents.tally.truncate(this.#encode(text), this.options.documentLength),
    );
  }

  tokens(tokens: readonly string[]): Int32Array {
    const { form, documentLength } = this.options;
    const ids = Int32Array.from(tokens, (token) =>
      this.#vocabulary.id(toToken(token, this.#analyzer, form)),
    );
    return replaceEmpty(this.#documents.tally.truncate(ids, documentLength));
  }

  document(document: number): Int32Array | Promise<Int32Array> {
    return this.#documents.get(document) ?? this.#read(document);
  }

  #encode(text: string): Int32Array {
    const tokens = this.#analyzer.read(text, this.#tokens);
    const ids = new Int32Array(tokens.count);
    for (let i = 0; i < ids.length; i++) {
      ids[i] = this.#vocabulary.id(toToken(tokens.form(i), this.#analyzer, this.options.form));
    }
    return ids;
  }

  #read(document: number): Int32Array | Promise<Int32Array> {
    const part = this.#snapshot.parts.findLast(({ base }) => base <= document);
    if (part === undefined || document >= this.#snapshot.documentLimit) {
      const limit = this.#snapshot.documentLimit;
      return Promise.reject(badArgument(`document ${document} is not below the limit ${limit}`));
    }
    const partTexts = this.#openParts.get(part);
    if (partTexts === undefined)
      return this.#open(part).then((texts) => this.#cacheDocument(document, texts));
    return this.#cacheDocument(document, partTexts);
  }

  #cacheDocument(document: number, { base, forward, ids }: PartTexts): Int32Array {
    const tokens = forward.mapTokens(document - base, ids);
    return this.#documents.getOrRead(document, (tally) =>
      replaceEmpty(tally.truncate(tokens, this.options.documentLength)),
    );
  }

  async #open(part: SnapshotPart): Promise<PartTexts> {
    const forward = await part.segment.forward();
    const tokens = await toTokens(part, this.#analyzer, this.options.form);
    const ids = Int32Array.from(tokens, (token) => this.#vocabulary.id(token));
    const texts = { base: part.base, forward, ids };
    this.#openParts.set(part, texts);
    return texts;
  }
}

function replaceEmpty(ids: Int32Array): Int32Array {
  return ids.length === 0 ? UNKNOWN_IDS : ids;
}
