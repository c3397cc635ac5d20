/** A checksum of a collection: of its documents, queries and judgements, in their order. */

import type { Collection } from "../src/collection/index.ts";
import { loadCrc32 } from "../src/common/bytes/index.ts";
import { checksum } from "./kept-outcomes.ts";

const known = new Map<string, Promise<string>>();

/** Read once for each collection of a process. */
export function dataFingerprint(collection: Collection, place: string): Promise<string> {
  const found = known.get(place);
  if (found !== undefined) return found;
  const made = fingerprint(collection);
  known.set(place, made);
  return made;
}

async function fingerprint(collection: Collection): Promise<string> {
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
  return checksum(bytes);
}
