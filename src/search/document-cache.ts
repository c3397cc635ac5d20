/**
 * Documents that were returned with hits, limited in bytes: many hits have been hits before.
 *
 * Once the cache has been full, a document is added when it is read again soon after it was read: most
 * documents are hits of one question alone, would displace those that many questions find, and would
 * keep the garbage collector busy. Recent reads are remembered in a table with one slot per hash value
 * (the doorkeeper of Einziger, Friedman and Manes, TinyLFU, 2017).
 *
 * Two generations in place of a list in order of use: once the young one has half of the bytes, it
 * becomes the old one, and what the former old one held is dropped. A document that is read from
 * the old generation is young again.
 */

import type { JsonValue } from "../collection/document.ts";

/** A document of a result: its id, then its fields. */
export type DocumentFields = Record<string, JsonValue | undefined> & { id: string };

interface CachedDocument {
  readonly document: DocumentFields;
  /** Its size in memory, as an estimate. */
  readonly bytes: number;
  /** No value is an object, so that a copy of the document shares nothing with it. */
  readonly isFlat: boolean;
}

/** Larger documents would displace too many others. */
const MAX_SHARE = 1 / 64;
/** An object, and the strings of its values. */
const OBJECT_BYTES = 200;
/** As many reads are remembered: about half as many as there are small documents in 8 MiB. */
const RECENT_BITS = 13;

export class DocumentCache {
  readonly #maxBytes: number;
  #young = new Map<number, CachedDocument>();
  #old = new Map<number, CachedDocument>();
  #youngBytes = 0;
  #oldBytes = 0;
  readonly #files = new WeakMap<object, number>();
  #fileCount = 0;
  /** Whether a document has been dropped for another. */
  #wasFull = false;
  /** By hash value, the document that was last read, as a fingerprint. */
  readonly #recent = new Int32Array(1 << RECENT_BITS);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the cached documents, as an estimate. */
  get bytes(): number {
    return this.#youngBytes + this.#oldBytes;
  }

  /** A copy of a document of a file, or of its fields with these names; undefined if it is not cached. */
  get(file: object, number: number, names?: ReadonlySet<string>): DocumentFields | undefined {
    const key = this.#key(file, number);
    let cached = this.#young.get(key);
    if (cached === undefined) {
      cached = this.#old.get(key);
      if (cached === undefined) return undefined;
      this.#old.delete(key);
      this.#oldBytes -= cached.bytes;
      this.#addYoung(key, cached);
    }
    const copy = names === undefined ? { ...cached.document } : pick(cached.document, names);
    if (!cached.isFlat) copyLists(copy);
    return copy;
  }

  /**
   * Adds a document whose record has this many bytes, if there is room for all or it was read not long
   * ago. Copies it, since it belongs to a caller.
   */
  add(file: object, number: number, document: DocumentFields, recordBytes: number): void {
    const bytes = OBJECT_BYTES + recordBytes;
    if (bytes > MAX_SHARE * this.#maxBytes) return;
    const key = this.#key(file, number);
    if (this.#wasFull && !this.#wasRead(key)) return;
    const copy = { ...document };
    let isFlat = true;
    for (const name in copy) {
      if (name === "__proto__") return; // an assignment would set the prototype of a copy
      const value = copy[name];
      if (typeof value !== "object" || value === null) continue;
      if (!isListOfPrimitives(value)) return;
      isFlat = false;
    }
    if (!isFlat) copyLists(copy);
    this.#addYoung(key, { document: copy, bytes, isFlat });
  }

  /** Whether a document was read not long ago. Remembers that it is read now. */
  #wasRead(key: number): boolean {
    const hash = Math.imul(key % 2 ** 32, 0x9e3779b1) ^ Math.imul(key / 2 ** 32, 0x85ebca6b);
    const slot = hash >>> (32 - RECENT_BITS);
    const fingerprint = hash | 1; // an empty slot is 0
    if (this.#recent[slot] === fingerprint) return true;
    this.#recent[slot] = fingerprint;
    return false;
  }

  #key(file: object, number: number): number {
    let fileNumber = this.#files.get(file);
    if (fileNumber === undefined) {
      fileNumber = this.#fileCount++;
      this.#files.set(file, fileNumber);
    }
    return fileNumber * 2 ** 32 + number;
  }

  #addYoung(key: number, cached: CachedDocument): void {
    if (this.#youngBytes + cached.bytes > this.#maxBytes / 2) {
      this.#wasFull ||= this.#old.size > 0;
      this.#old = this.#young;
      this.#oldBytes = this.#youngBytes;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, cached);
    this.#youngBytes += cached.bytes;
  }
}

/** The id and the fields with these names. */
function pick(document: DocumentFields, names: ReadonlySet<string>): DocumentFields {
  const picked: DocumentFields = { id: document.id };
  for (const name in document) {
    if (name !== "id" && names.has(name)) picked[name] = document[name];
  }
  return picked;
}

/** Objects inside a document would have to be copied to any depth. */
function isListOfPrimitives(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((each) => typeof each !== "object" || each === null);
}

function copyLists(document: DocumentFields): void {
  for (const name in document) {
    const value = document[name];
    if (Array.isArray(value)) document[name] = value.slice();
  }
}
