/** Writes two-sided weights for existing segments: one more file each, and one for the index. */

import { decodeText } from "../../common/bytes/index.ts";
import type { Directory, FileCreator } from "../../storage/directory.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { FileRecord, IndexId } from "../files/file-frame.ts";
import { type StoredWeights, writeWeights } from "../files/weights-file.ts";
import { stripField } from "../schema/index.ts";
import { openDictionary } from "../segments/segment.ts";
import type { TermWeights, WeightEntry } from "./term-weights.ts";

export interface WeightsTarget {
  readonly directory: Directory;
  readonly files: FileCreator;
  readonly indexId: IndexId;
}

/** `name` is the name of the index's file, and the suffix of the names of the segments' files. */
export async function writeSegmentWeights(
  { directory, files, indexId }: WeightsTarget,
  name: string,
  weights: TermWeights,
  segments: readonly SegmentRecord[],
): Promise<{ readonly file: FileRecord; readonly segments: readonly SegmentRecord[] }> {
  const { missing, missingQuery = 1 } = weights;
  const toStoredWeights = (
    byNumber: readonly number[],
    query: readonly number[],
    unlisted: readonly WeightEntry[],
  ): StoredWeights => ({
    missing,
    byNumber: Float32Array.from(byNumber),
    unlisted,
    query: { missing: missingQuery, byNumber: Float32Array.from(query) },
  });
  const indexTerms = new Set<string>();
  const updated: SegmentRecord[] = [];
  for (const record of segments) {
    const cursor = (await openDictionary(directory, record, indexId)).cursor();
    const [byNumber, query]: [number[], number[]] = [[], []];
    while (cursor.next()) {
      const term = stripField(decodeText(cursor.term()));
      indexTerms.add(term);
      byNumber.push(weights.weight(term));
      query.push(weights.queryWeight(term));
    }
    const target = { files, name: `${record.name}.${name}`, indexId };
    const file = await writeWeights(target, toStoredWeights(byNumber, query, []));
    updated.push({ ...record, files: { ...record.files, weights: file } });
  }
  const others = [...weights.entries()].filter(([term]) => !indexTerms.has(term));
  const file = await writeWeights({ files, name, indexId }, toStoredWeights([], [], others));
  return { file, segments: updated };
}
