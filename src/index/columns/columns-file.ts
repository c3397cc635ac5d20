/**
 * The file of the columns of a segment: typed values of its documents for filters, facets and
 * sorting.
 *
 *   section 0  JSON: the number of documents, and for each column its name,
 *              type, form, number of distinct values and number of codes
 *   then for each column four sections:
 *     values   keyword and geo: front-coded texts in byte order, points as `52.5,13.4`;
 *              form "float64": numbers, 8 bytes each;
 *              form "steps": the least number and a step as float64, then for
 *              each number how many steps it is above the least, as packed steps
 *     starts   keyword and geo: where every 16th text starts, as packed steps; else empty
 *     codes    ordinals: 1 + the index of a value among the distinct ones, 0 for none, as
 *              packed numbers, one document after another
 *     ends     where the ordinals of each document end, as packed steps; empty
 *              where each document has exactly one
 *
 * Dates are milliseconds since 1970; false is 0 and true is 1. A column is unpacked on first use.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { packDeltas, packNumbers } from "../encoding/pack-numbers.ts";
import { unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import type { Frame, Section } from "../files/file-frame.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { Column, narrowOrdinals } from "./column.ts";
import type { ColumnField } from "./column-value.ts";
import { type ColumnHeader, parseColumnHeaders } from "./columns-header.ts";
import { encodeValues, readValues } from "./values-section.ts";

/** Sections per column. */
const SECTIONS_PER_COLUMN = 4;

/** A column and the field it belongs to. */
export interface NamedColumn {
  readonly field: ColumnField;
  readonly column: Column;
}

/** Writes the columns of a segment with `documents` documents. */
export async function writeColumns(
  frame: FrameWriter,
  documents: number,
  columns: readonly NamedColumn[],
): Promise<void> {
  const encoded = columns.map(({ field, column }) => ({
    column,
    ...encodeValues(field.type, column.values),
    field,
  }));
  const headers = encoded.map(
    ({ field: { name, type }, column, form }): ColumnHeader => ({
      name,
      type,
      form,
      values: column.values.count,
      codes: column.ordinals.length,
    }),
  );
  await frame.section(encodeText(JSON.stringify({ documents, columns: headers })));
  for (const { values, starts, column } of encoded) {
    await frame.section(values);
    await frame.section(starts);
    await frame.section(packNumbers(Uint32Array.from(column.ordinals)));
    await frame.section(column.ends === undefined ? new Uint8Array(0) : packDeltas(column.ends));
  }
}

/** The columns of a segment, each read on first use. */
export class ColumnsFile {
  readonly #file: string;
  readonly #frame: Frame;
  readonly #documents: number;
  readonly #headers: ReadonlyMap<string, { readonly header: ColumnHeader; readonly at: number }>;
  readonly #columns = new Map<string, Column>();

  constructor(file: string, frame: Frame, documents: number) {
    const [head, ...rest] = frame.sections;
    if (head === undefined) throw corrupt(file, 0, "no section that names the columns");
    const headers = parseColumnHeaders(head, decodeText(head.bytes.slice()), documents);
    if (rest.length !== SECTIONS_PER_COLUMN * headers.length) {
      throw corrupt(file, 0, `${rest.length} sections for ${headers.length} columns`);
    }
    this.#file = file;
    this.#frame = frame;
    this.#documents = documents;
    this.#headers = new Map(
      headers.map((header, i) => [header.name, { header, at: 1 + SECTIONS_PER_COLUMN * i }]),
    );
  }

  /** The names of the columns. */
  get names(): readonly string[] {
    return [...this.#headers.keys()];
  }

  /** The column of a field; undefined if the segment has none of this name and type. */
  column(field: Pick<ColumnField, "name" | "type">): Column | undefined {
    const entry = this.#headers.get(field.name);
    if (entry === undefined || entry.header.type !== field.type) return undefined;
    return this.read(field.name);
  }

  /** The column with this name; undefined if it is not among `names`. */
  read(name: string): Column | undefined {
    const entry = this.#headers.get(name);
    const cached = this.#columns.get(name);
    if (entry === undefined || cached !== undefined) return cached;
    const column = this.#read(entry.header, entry.at);
    this.#columns.set(name, column);
    return column;
  }

  #read(header: ColumnHeader, at: number): Column {
    const parts = this.#frame.sections.slice(at, at + SECTIONS_PER_COLUMN);
    const [values, starts, packed, endsSection] = parts as [Section, Section, Section, Section];
    const table = readValues(header, values, starts);
    const ordinals = unpackNumbers(packed, header.codes);
    for (let i = 0; i < ordinals.length; i++) {
      if ((ordinals[i] as number) > table.count) {
        throw corrupt(
          this.#file,
          packed.start,
          `column ${header.name} has no value ${ordinals[i]}`,
        );
      }
    }
    const narrow = narrowOrdinals(ordinals, table.count);
    if (endsSection.bytes.length === 0) {
      if (ordinals.length === this.#documents) return new Column(table, narrow);
      throw corrupt(
        this.#file,
        packed.start,
        `${ordinals.length} codes of ${this.#documents} documents`,
      );
    }
    const ends = unpackDeltas(endsSection, this.#documents);
    let before = 0;
    for (const end of ends) {
      if (end <= before)
        throw corrupt(this.#file, endsSection.start, "the ends of codes do not ascend");
      before = end;
    }
    if (before !== ordinals.length) {
      throw corrupt(
        this.#file,
        endsSection.start,
        `codes end at ${before}, not at ${ordinals.length}`,
      );
    }
    return new Column(table, narrow, ends);
  }
}
