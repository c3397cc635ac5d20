/** A checksum of a collection: of its documents, queries and judgements, in their order. */

import type { Collection } from "../src/collection/index.ts";
import { loadCrc32 } from "../src/common/bytes/index.ts";
import { computeChecksum } from "./checksum.ts";

const fingerprintCache = new Map<string, Promise<string>>();

/** Computed once per collection and process. */
export function fingerprintData(collection: Collection, path: string): Promise<string> {
  const cached = fingerprintCache.get(path);
  if (cached !== undefined) return cached;
  const pending = computeFingerprint(collection);
  fingerprintCache.set(path, pending);
  return pending;
}

async function computeFingerprint(collection: Collection): Promise<string> {
  const crc32 = await loadCrc32();
  const encoder = new TextEncoder();
  const sums: number[] = [];
  const add = (record: unknown): void => {
    sums.push(crc32(encoder.encode(JSON.stringify(record))));
  };
  for await (const { id, title, text } of collection.documents()) add([id, title, text]);
  for (const split of collection.splits) {
    add(split);
    for await (const { id, text } of collection.queries(split)) add([id, text]);
    for await (const { query, document, grade } of collection.judgements(split)) {
      add([query, document, grade]);
    }
  }
  const bytes = new Uint8Array(sums.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [i, sum] of sums.entries()) view.setUint32(i * 4, sum, true);
  return computeChecksum(bytes);
}
