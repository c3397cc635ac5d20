/**
 * The large mix with fields: title and text, the source of a document as its category, the number
 * of words of its text, and a synthetic date. Dates are spread evenly over 9,000 days and
 * independent of everything else, so filters and sorting get no help from the document order.
 */

import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

export interface MixDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly source: string;
  readonly words: number;
  /** As ISO 8601, one of 9,000 days. */
  readonly published: string;
}

/** Days that dates are spread over. */
export const DAYS = 9000;
const DAY = 86_400_000;

/** The nth day of the dates. */
export function formatDay(day: number): string {
  return new Date(Date.UTC(2000, 0, 1) + day * DAY).toISOString().slice(0, 10);
}

/** The first `count` documents of the mix, numbered because some ids occur twice. */
export async function* readFieldDocuments(
  collections: string,
  count: number,
): AsyncGenerator<MixDocument> {
  const source = createReadStream(join(collections, "large/mix.jsonl.gz")).pipe(createGunzip());
  let read = 0;
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
    if (read++ === count) return;
    const record = JSON.parse(line) as { _id: string; title?: string; text: string };
    yield {
      id: String(read),
      title: record.title ?? "",
      text: record.text,
      source: record._id.split("-", 1)[0] as string,
      words: record.text.split(/\s+/).length,
      published: formatDay((read * 7919) % DAYS),
    };
  }
}

/** The questions of the mix. */
export async function readFieldQueries(collections: string): Promise<string[]> {
  const input = createReadStream(join(collections, "large/queries.tsv"));
  const texts: string[] = [];
  for await (const line of createInterface({ input })) {
    texts.push(line.slice(line.indexOf("\t") + 1));
  }
  return texts;
}
