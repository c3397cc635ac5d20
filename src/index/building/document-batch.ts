/**
 * Tokenises a batch of documents, the unit of work of the threads that build an index. Tokens are
 * looked up in a table that is small enough for the processor's cache; only the distinct forms are
 * looked up later in the table of the segment.
 */

import { GrowingWords } from "../../common/bytes/index.ts";
import type { VectorPart } from "../../dense/vectors/vector-builder.ts";
import type { VectorSettings } from "../../dense/vectors/vector-settings.ts";
import { type CompleteAnalyzerOptions, Tokens } from "../../text/index.ts";
import {
  ColumnBuilder,
  type ColumnField,
  type ColumnPart,
  listColumnFields,
  toColumnValue,
  toColumnValues,
} from "../columns/index.ts";
import { encodeRecords, type StoredRecords } from "../files/stored-fields-writer.ts";
import { readFieldValues, removeUnstored, type Schema, toFieldPrefix } from "../schema/index.ts";
import { createVectorBuilder } from "../segments/vector-parts.ts";
import type { IndexableDocument } from "./check-document.ts";
import { extractSearchableTexts } from "./extract-searchable-texts.ts";
import type { FormKernel } from "./form-kernel.ts";
import { type FormList, FormTable } from "./form-table.ts";
import { narrowTokens } from "./token-batch.ts";

/** The part of a text analyzer that index building uses; `Analyzer` of src/text implements it. */
export interface TextAnalyzer {
  /** Absent in an analyzer that splits texts in another way than these options say. */
  readonly options?: CompleteAnalyzerOptions;
  /** The surface tokens of a text, written over the contents of `into`. */
  read(text: string, into: Tokens): Tokens;
  /** The index term of a surface form; undefined for a form that is not indexed. */
  term(form: string): string | undefined;
}

export interface DocumentBatch {
  readonly ids: readonly string[];
  /** Distinct surface forms, in order of first occurrence. */
  readonly forms: FormList;
  /** The tokens of all documents, concatenated, as numbers of `forms`. */
  readonly tokens: Uint16Array | Uint32Array;
  /** The end of each document in `tokens`. */
  readonly ends: Uint32Array;
  /** The stored fields, if the index stores them. */
  readonly stored?: StoredRecords | undefined;
  /** The values of the fields with columns, in the order of the fields. */
  readonly columns: readonly ColumnPart[];
  /** The vectors of the documents, if the index has vectors. */
  readonly vectors?: VectorPart | undefined;
}

/** Approximate number of distinct forms in a batch. */
const EXPECTED_FORMS = 1 << 14;

/**
 * Separates two values of a field: a form without a term, like punctuation, repeated so often that
 * no phrase matches across two values, even where unindexed words leave gaps in it.
 */
const VALUE_BREAK = "\u2029";
const VALUE_GAP = 8;

/** How documents are parsed: as one text, or field by field. */
export interface DocumentBatchOptions {
  readonly stored: boolean;
  readonly schema?: Schema | undefined;
  readonly vectors?: VectorSettings | undefined;
  /** The analyzers of text fields with their own analysis, by field number. */
  readonly analyzers?: ReadonlyMap<number, TextAnalyzer> | undefined;
  /** Numbers forms faster, with the same result. */
  readonly kernel?: FormKernel | undefined;
}

/**
 * Tokenises the texts of each document into one sequence of tokens. Tokens of a field get its
 * prefix.
 */
export function readBatch(
  documents: readonly IndexableDocument[],
  analyzer: TextAnalyzer,
  { stored, schema, analyzers, vectors, kernel }: DocumentBatchOptions,
): DocumentBatch {
  const fields = schema?.textFields.map((field) => ({
    name: field.name,
    prefix: toFieldPrefix(field.text.number),
    analyzer: analyzers?.get(field.text.number) ?? analyzer,
  }));
  kernel?.clear();
  const numbered =
    (kernel && numberTokens(documents, kernel, analyzer, fields)) ??
    (numberTokens(documents, new PlainForms(), analyzer, fields) as NumberedTokens);
  const storedDocuments =
    schema === undefined ? documents : documents.map((each) => removeUnstored(each, schema));
  return {
    ids: documents.map(({ id }) => id),
    ...numbered,
    stored: stored ? encodeRecords(storedDocuments) : undefined,
    columns: listColumnFields(schema).map((field) => buildColumnPart(field, documents)),
    vectors: vectors && buildVectorPart(vectors, documents),
  };
}

type NumberedTokens = Pick<DocumentBatch, "forms" | "tokens" | "ends">;

/** Numbers the forms of tokens. What appends to `out` returns false if there is no room. */
interface FormNumbers {
  addText(text: string, analyzer: TextAnalyzer, prefix: string, out: GrowingWords): boolean;
  addForm(form: string, prefix: string, out: GrowingWords): boolean;
  list(): FormList;
}

interface AnalyzedField {
  readonly name: string;
  readonly prefix: string;
  readonly analyzer: TextAnalyzer;
}

/** Undefined if the forms have no room. */
function numberTokens(
  documents: readonly IndexableDocument[],
  forms: FormNumbers,
  analyzer: TextAnalyzer,
  fields: readonly AnalyzedField[] | undefined,
): NumberedTokens | undefined {
  const tokens = new GrowingWords(1 << 12);
  const ends = new Uint32Array(documents.length);
  let hasRoom = true;
  for (const [i, document] of documents.entries()) {
    if (fields === undefined) {
      for (const text of extractSearchableTexts(document))
        hasRoom &&= forms.addText(text, analyzer, "", tokens);
    } else {
      for (const field of fields) hasRoom &&= addFieldTokens(document, field, forms, tokens);
    }
    if (!hasRoom) return undefined;
    ends[i] = tokens.length;
  }
  const list = forms.list();
  return { forms: list, tokens: narrowTokens(tokens.view(), list.ends.length), ends };
}

function addFieldTokens(
  document: IndexableDocument,
  { name, prefix, analyzer }: AnalyzedField,
  forms: FormNumbers,
  out: GrowingWords,
): boolean {
  let hasRoom = true;
  for (const [i, text] of readFieldValues(document, { name }).entries()) {
    for (let gap = 0; i > 0 && gap < VALUE_GAP; gap++)
      hasRoom &&= forms.addForm(VALUE_BREAK, prefix, out);
    hasRoom &&= forms.addText(text as string, analyzer, prefix, out);
  }
  return hasRoom;
}

/** Numbers forms without WASM. It always has room. */
class PlainForms implements FormNumbers {
  readonly #table = new FormTable(EXPECTED_FORMS);
  readonly #tokens = new Tokens();

  addText(text: string, analyzer: TextAnalyzer, prefix: string, out: GrowingWords): boolean {
    const { text: normal, starts, ends, count } = analyzer.read(text, this.#tokens);
    for (let i = 0; i < count; i++) {
      out.push(this.#table.add(normal, starts[i] as number, ends[i] as number, prefix));
    }
    return true;
  }

  addForm(form: string, prefix: string, out: GrowingWords): boolean {
    out.push(this.#table.add(form, 0, form.length, prefix));
    return true;
  }

  list(): FormList {
    return this.#table.list();
  }
}

function buildVectorPart(
  { dimensions }: VectorSettings,
  documents: readonly IndexableDocument[],
): VectorPart {
  const builder = createVectorBuilder(dimensions);
  for (const { vectors, vectorRows: rows } of documents) {
    if (rows === undefined) builder.add(vectors);
    else builder.append({ ...rows, ends: Uint32Array.of(rows.scales.length) });
  }
  return builder.part();
}

function buildColumnPart(field: ColumnField, documents: readonly IndexableDocument[]): ColumnPart {
  const builder = new ColumnBuilder();
  for (const document of documents) {
    const values = readFieldValues(document, field);
    if (values.length > 1) builder.add(toColumnValues(field, values));
    else builder.addOne(toColumnValue(field.type, values[0]) ?? null);
  }
  return builder.part();
}
