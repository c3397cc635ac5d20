/**
 * Texts as the models read them: sequences of vocabulary ids, cut to a length.
 *
 * A token is a surface form or its stem; no word is left out, whatever the
 * stop list of the index says. Long texts lose their end, and every text that
 * did is counted. A text without tokens is read as one unknown word, so that
 * every pair has a score.
 */

import { badArgument } from "../common/errors.ts";
import { decodeText } from "../index/codes/byte-strings.ts";
import type { IndexSnapshot, SnapshotPart, TermStatistics } from "../index/index.ts";
import { UNKNOWN } from "../models/index.ts";
import { DocumentSet } from "../ranking/index.ts";
import type { Analyzer } from "../text/index.ts";

/** What a token is: the form that stands in the text, or its stem. */
export const TOKEN_FORMS = ["stem", "surface"] as const;
export type TokenForm = (typeof TOKEN_FORMS)[number];

/** What a text is cut into: tokens of either form, or a cross-encoder's word pieces. */
export type SequenceForm = TokenForm | "piece";

/** Texts as a model reads them. */
export interface TextSequences {
  readonly options: Required<SequenceOptions>;
  readonly queryCounts: TextCounts;
  /** Counts a document of the index once, however often it is read. */
  readonly documentCounts: TextCounts;
  query(text: string): Int32Array;
  /** A document that is not in the index. */
  text(text: string): Int32Array;
  /** A document of the index by its number; at once if it has been read before. */
  document(document: number): Int32Array | Promise<Int32Array>;
}

/** What sequences ask of a vocabulary; `UNKNOWN` for a token outside it. */
export interface TokenIds {
  id(token: string): number;
}

export interface SequenceOptions {
  readonly form?: SequenceForm;
  /** Tokens of a query that are read, and of a document. */
  readonly queryLength?: number;
  readonly documentLength?: number;
}

/** How many different texts were read, and how many of them lost their end or had no tokens. */
export interface TextCounts {
  readonly read: number;
  readonly cut: number;
  readonly empty: number;
}

/** Ids kept of documents at most; beyond, the memory starts afresh. */
const MOST_REMEMBERED = 1 << 26;

const NOTHING: Int32Array = Int32Array.of(UNKNOWN);

export class TokenSequences implements TextSequences {
  readonly options: Required<SequenceOptions> & { readonly form: TokenForm };
  readonly #snapshot: IndexSnapshot;
  readonly #analyzer: Analyzer;
  readonly #vocabulary: TokenIds;
  readonly #tables = new Map<SnapshotPart, Promise<Int32Array>>();
  readonly #documents = new Map<number, Int32Array>();
  readonly #seen: DocumentSet;
  readonly #queryCounts = { read: 0, cut: 0, empty: 0 };
  readonly #documentCounts = { read: 0, cut: 0, empty: 0 };
  #remembered = 0;

  constructor(
    snapshot: IndexSnapshot,
    analyzer: Analyzer,
    vocabulary: TokenIds,
    { form = "stem", queryLength = 30, documentLength = 180 }: SequenceOptions = {},
  ) {
    if (form === "piece") throw badArgument("word pieces are read by PieceSequences");
    checkLength("queryLength", queryLength);
    checkLength("documentLength", documentLength);
    this.options = { form, queryLength, documentLength };
    this.#snapshot = snapshot;
    this.#analyzer = analyzer;
    this.#vocabulary = vocabulary;
    this.#seen = new DocumentSet(snapshot.documentLimit);
  }

  get queryCounts(): TextCounts {
    return { ...this.#queryCounts };
  }

  get documentCounts(): TextCounts {
    return { ...this.#documentCounts };
  }

  query(text: string): Int32Array {
    return cut(this.#idsOf(text), this.options.queryLength, this.#queryCounts);
  }

  text(text: string): Int32Array {
    return cut(this.#idsOf(text), this.options.documentLength, this.#documentCounts);
  }

  document(document: number): Int32Array | Promise<Int32Array> {
    return this.#documents.get(document) ?? this.#remember(document);
  }

  async #remember(document: number): Promise<Int32Array> {
    const ids = await this.#read(document);
    const counts = this.#seen.has(document) ? { read: 0, cut: 0, empty: 0 } : this.#documentCounts;
    const tokens = cut(ids, this.options.documentLength, counts);
    this.#seen.add(document);
    if (this.#remembered + tokens.length > MOST_REMEMBERED) {
      this.#documents.clear();
      this.#remembered = 0;
    }
    this.#documents.set(document, tokens);
    this.#remembered += tokens.length;
    return tokens;
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

/** In how many living documents of an index each token occurs, and how often. */
export async function tokenStatistics(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  form: TokenForm = "stem",
): Promise<ReadonlyMap<string, TermStatistics>> {
  const total = new Map<string, { documentFrequency: number; collectionFrequency: number }>();
  for (const part of snapshot.parts) {
    const names = await tokensOfForms(part, analyzer, form);
    const entries = names.map((name) => {
      const entry = total.get(name) ?? { documentFrequency: 0, collectionFrequency: 0 };
      total.set(name, entry);
      return entry;
    });
    let document = 0;
    for (const forms of (await part.segment.forward()).allTokens()) {
      if (part.deletions?.has(document++) === true) continue;
      const found = Array.from(forms, (number) => entries[number] as (typeof entries)[number]);
      for (const entry of found) entry.collectionFrequency++;
      for (const entry of new Set(found)) entry.documentFrequency++;
    }
  }
  for (const [name, { documentFrequency }] of total)
    if (documentFrequency === 0) total.delete(name);
  return total;
}

async function tokensOfForms(
  { segment }: SnapshotPart,
  analyzer: Analyzer,
  form: TokenForm,
): Promise<string[]> {
  const tokens: string[] = [];
  for (const { form: bytes } of (await segment.forward()).allForms()) {
    tokens.push(tokenOf(decodeText(bytes), analyzer, form));
  }
  return tokens;
}

/** The token of a surface form. Forms that the index leaves out have no stem there and stand for themselves. */
export function tokenOf(surface: string, analyzer: Analyzer, form: TokenForm): string {
  return form === "stem" ? (analyzer.term(surface) ?? surface) : surface;
}

function cut(
  ids: Int32Array,
  longest: number,
  counts: { read: number; cut: number; empty: number },
): Int32Array {
  counts.read++;
  if (ids.length === 0) {
    counts.empty++;
    return NOTHING;
  }
  if (ids.length <= longest) return ids;
  counts.cut++;
  return ids.slice(0, longest);
}

/** Checks a length at the door. */
export function checkLength(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) {
    throw badArgument(`${name} must be a whole number ≥ 1, got ${value}`);
  }
}
