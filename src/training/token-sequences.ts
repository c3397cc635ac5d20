/**
 * Texts as sequences of vocabulary ids, for all models but cross-encoders.
 *
 * A token is a surface form or its stem; no word is left out, whatever the
 * stop list of the index says. Long texts lose their end, and every text that
 * did is counted. A text without tokens is read as one unknown word, so that
 * every pair has a score.
 */

import { badArgument } from "../common/errors.ts";
import type { IndexSnapshot, SnapshotPart } from "../index/index.ts";
import { UNKNOWN } from "../models/index.ts";
import type { Analyzer } from "../text/index.ts";
import { DocumentMemory } from "./document-memory.ts";
import {
  checkLengths,
  type SequenceOptions,
  type TextCounts,
  type TextSequences,
  TextTally,
  type TokenForm,
} from "./text-sequences.ts";
import { tokenOf, tokensOfForms } from "./token-statistics.ts";

/** What sequences ask of a vocabulary; `UNKNOWN` for a token outside it. */
export interface TokenIds {
  id(token: string): number;
}

const NOTHING: Int32Array = Int32Array.of(UNKNOWN);

export class TokenSequences implements TextSequences {
  readonly options: Required<SequenceOptions> & { readonly form: TokenForm };
  readonly #snapshot: IndexSnapshot;
  readonly #analyzer: Analyzer;
  readonly #vocabulary: TokenIds;
  readonly #tables = new Map<SnapshotPart, Promise<Int32Array>>();
  readonly #queries = new TextTally();
  readonly #documents: DocumentMemory;

  constructor(
    snapshot: IndexSnapshot,
    analyzer: Analyzer,
    vocabulary: TokenIds,
    { form = "stem", queryLength = 30, documentLength = 180 }: SequenceOptions = {},
  ) {
    if (form === "piece") throw badArgument("word pieces are read by PieceSequences");
    checkLengths({ queryLength, documentLength });
    this.options = { form, queryLength, documentLength };
    this.#snapshot = snapshot;
    this.#analyzer = analyzer;
    this.#vocabulary = vocabulary;
    this.#documents = new DocumentMemory(snapshot.documentLimit);
  }

  get queryCounts(): TextCounts {
    return this.#queries.counts;
  }

  get documentCounts(): TextCounts {
    return this.#documents.tally.counts;
  }

  query(text: string): Int32Array {
    return orUnknown(this.#queries.cut(this.#idsOf(text), this.options.queryLength));
  }

  text(text: string): Int32Array {
    return orUnknown(this.#documents.tally.cut(this.#idsOf(text), this.options.documentLength));
  }

  document(document: number): Int32Array | Promise<Int32Array> {
    return this.#documents.get(document) ?? this.#remember(document);
  }

  async #remember(document: number): Promise<Int32Array> {
    const ids = await this.#read(document);
    return this.#documents.keep(document, (tally) =>
      orUnknown(tally.cut(ids, this.options.documentLength)),
    );
  }

  #idsOf(text: string): Int32Array {
    const tokens = this.#analyzer.read(text);
    return Int32Array.from({ length: tokens.count }, (_, i) =>
      this.#vocabulary.id(tokenOf(tokens.form(i), this.#analyzer, this.options.form)),
    );
  }

  async #read(document: number): Promise<Int32Array> {
    const part = this.#snapshot.parts.findLast(({ base }) => base <= document);
    if (part === undefined || document >= this.#snapshot.documentLimit) {
      throw badArgument(
        `document ${document} is not below the limit ${this.#snapshot.documentLimit}`,
      );
    }
    const forward = await part.segment.forward();
    const table = await this.#table(part);
    const forms = forward.tokens(document - part.base);
    const ids = new Int32Array(forms.length);
    for (let i = 0; i < forms.length; i++) ids[i] = table[forms[i] as number] as number;
    return ids;
  }

  /** The ids of all forms of a segment: each form is decided once. */
  #table(part: SnapshotPart): Promise<Int32Array> {
    const known = this.#tables.get(part);
    if (known !== undefined) return known;
    const made = tokensOfForms(part, this.#analyzer, this.options.form).then((tokens) =>
      Int32Array.from(tokens, (token) => this.#vocabulary.id(token)),
    );
    this.#tables.set(part, made);
    return made;
  }
}

function orUnknown(ids: Int32Array): Int32Array {
  return ids.length === 0 ? NOTHING : ids;
}
