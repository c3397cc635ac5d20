/**
 * The fields of one document as bytes: a number of fields, then name and value of each, as texts
 * (length in bytes, UTF-8). Title and text are fields of these names. A name that begins with U+0001
 * has a value in JSON: any value that is not a text.
 */

import type { JsonValue } from "../../collection/document.ts";
import { decodeText } from "../../common/bytes/index.ts";
import type { ByteReader } from "../encoding/byte-reader.ts";
import type { WordCodeDecoder } from "../encoding/word-codes.ts";

/** Prefix of the name of a field whose value is JSON. Users' names never begin with it. */
export const JSON_FIELD_MARK = "\u0001";

/** Fields by name: title and text first, then the others in the order they were added. */
export interface StoredFields {
  readonly title?: string;
  readonly text?: string;
  readonly [name: string]: JsonValue | undefined;
}

export const NOT_WORDS = "a value that is not made of the words of the file";

/** Skips the record of a document. */
export function skipRecord(reader: ByteReader): void {
  for (let remaining = 2 * reader.varint(); remaining > 0; remaining--)
    reader.skip(reader.varint());
}

interface FieldName {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly isJson: boolean;
}

/** Reads records. Documents mostly have the same fields in the same order, so names are cached by position. */
export class RecordDecoder {
  readonly #words: WordCodeDecoder | undefined;
  readonly #names: FieldName[] = [];

  /** With `words`, values are encoded with them. */
  constructor(words?: WordCodeDecoder) {
    this.#words = words;
  }

  /** Adds the fields of a document to `fields`: all of them, or those with these names. */
  readInto(
    fields: Record<string, JsonValue | undefined>,
    reader: ByteReader,
    names?: ReadonlySet<string>,
  ): void {
    const count = reader.varint();
    for (let i = 0; i < count; i++) {
      const { name, isJson } = this.#readName(reader, i);
      const length = reader.varint();
      if (names !== undefined && !names.has(name)) {
        reader.skip(length);
        continue;
      }
      const bytes = reader.bytes(length);
      const text = this.#words === undefined ? decodeText(bytes) : this.#words.decode(bytes);
      if (text === undefined) throw reader.corrupt(NOT_WORDS);
      const value = isJson ? parseJsonValue(text, reader) : text;
      if (isJson && (name === "title" || name === "text") && typeof value !== "string") {
        throw reader.corrupt(`a ${name} that is not text`);
      }
      if (name === "__proto__") defineProperty(fields, name, value);
      else fields[name] = value;
    }
  }

  #readName(reader: ByteReader, position: number): FieldName {
    const bytes = reader.bytes(reader.varint());
    const cached = this.#names[position];
    if (cached !== undefined && equalBytes(cached.bytes, bytes)) return cached;
    const stored = decodeText(bytes);
    const isJson = stored.startsWith(JSON_FIELD_MARK);
    const name = isJson ? stored.slice(JSON_FIELD_MARK.length) : stored;
    const field = { bytes: bytes.slice(), name, isJson };
    if (position < MAX_CACHED_NAMES) this.#names[position] = field;
    return field;
  }
}

const MAX_CACHED_NAMES = 64;

/** An assignment would set the prototype. */
function defineProperty(fields: object, name: string, value: JsonValue): void {
  Object.defineProperty(fields, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function parseJsonValue(value: string, reader: ByteReader): JsonValue {
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    throw reader.corrupt("a value that is not JSON");
  }
}
