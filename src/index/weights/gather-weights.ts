/**
 * Reads the weights of all terms of an index, from its own file and those of its segments. A word
 * has one weight in all fields.
 */

import { decodeText } from "../../common/bytes/index.ts";
import type { Directory } from "../../storage/directory.ts";
import type { Commit } from "../commits/commit.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { Dictionary } from "../files/dictionary.ts";
import type { FileRecord } from "../files/file-frame.ts";
import { stripField } from "../schema/index.ts";
import { TermWeights } from "./term-weights.ts";

/** Undefined for an index in which all weights are 1. */
export async function gatherWeights(
  directory: Directory,
  { settings, segments, indexId }: Pick<Commit, "settings" | "segments" | "indexId">,
  openDictionary: (segment: SegmentRecord) => Promise<Dictionary> | Dictionary,
): Promise<TermWeights | undefined> {
  if (settings.weights === undefined) return undefined;
  const { readWeights } = await import("../files/weights-file.ts");
  const { missing, unlisted, query } = await readWeights(directory, settings.weights, indexId);
  const entries = new Map(unlisted.map((entry) => [entry[0], entry]));
  for (const segment of segments) {
    const dictionary = await openDictionary(segment);
    const file = segment.files.weights as FileRecord;
    const stored = await readWeights(directory, file, indexId, dictionary.termCount);
    for (const entry of stored.unlisted) entries.set(entry[0], entry);
    const cursor = dictionary.cursor();
    while (cursor.next()) {
      const [term, number] = [stripField(decodeText(cursor.term())), cursor.number];
      const weight = stored.byNumber[number] as number;
      entries.set(term, [term, weight, stored.query?.byNumber[number] ?? 1]);
    }
  }
  return new TermWeights(entries.values(), missing, query?.missing);
}
