/**
 * Some documents read together: each word looked up once in a map that is small
 * enough to stay in the processor's cache. The unit of work of the threads that
 * build an index.
 */

import type { Document } from "../collection/document.ts";
import { GrowingWords } from "./growing-arrays.ts";
import { type StoredBlock, storedBlocks } from "./stored-fields.ts";

/** What building an index asks of a text analyzer; `Analyzer` of the text room is one. */
export interface TextAnalyzer {
  /** The surface tokens of a text. */
  read(text: string): { readonly count: number; form(token: number): string };
  /** The index term of a surface form, undefined for one that is not indexed. */
  term(form: string): string | undefined;
}

export interface DocumentBatch {
  readonly ids: readonly string[];
  /** Distinct surface forms in the order in which they were met. */
  readonly forms: readonly string[];
  /** The tokens of all documents one after another, as numbers of `forms`. */
  readonly tokens: Uint32Array;
  /** Where in `tokens` each document ends. */
  readonly ends: Uint32Array;
  readonly stored: readonly StoredBlock[];
}

/** Reads title and text of each document, as one sequence of tokens. */
export function readBatch(
  documents: readonly Document[],
  analyzer: TextAnalyzer,
  { stored }: { stored: boolean },
): DocumentBatch {
  const forms = new Map<string, number>();
  const tokens = new GrowingWords(1 << 12);
  const ends = new Uint32Array(documents.length);
  for (const [i, { title, text }] of documents.entries()) {
    if (title !== undefined) readText(title, analyzer, forms, tokens);
    readText(text, analyzer, forms, tokens);
    ends[i] = tokens.length;
  }
  return {
    ids: documents.map(({ id }) => id),
    forms: [...forms.keys()],
    tokens: tokens.view().slice(),
    ends,
    stored: stored ? storedBlocks(documents) : [],
  };
}

function readText(
  text: string,
  analyzer: TextAnalyzer,
  forms: Map<string, number>,
  tokens: GrowingWords,
): void {
  const read = analyzer.read(text);
  for (let i = 0; i < read.count; i++) {
    const form = read.form(i);
    let number = forms.get(form);
    if (number === undefined) {
      number = forms.size;
      forms.set(form, number);
    }
    tokens.push(number);
  }
}
