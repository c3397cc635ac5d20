import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzer, anyDocuments } from "../../../test/faults/plain-documents.ts";
import { STORES } from "../../../test/faults/stores.ts";
import type { Document } from "../../collection/document.ts";
import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { readBatch } from "../building/document-batch.ts";
import { SegmentBuffer } from "../building/segment-buffer.ts";
import { Deletions } from "../files/deletions.ts";
import { Segment } from "../segments/segment.ts";
import { mergeSegments } from "./merge-segments.ts";

const ID = "00000000000000aa";
const ALL = { positions: true, forward: true, stored: true };

test.each(STORES)(
  "writes the same merged segment as one of the live documents %s",
  async (_store, fresh) => {
    const cuts = fc.array(fc.nat(40), { maxLength: 4 });
    const deleted = fc.uniqueArray(fc.nat(39), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(anyDocuments, cuts, deleted, async (documents, cut, deletedNumbers) => {
        const directory = await fresh();
        const bounds = [0, ...cut.toSorted((a, b) => a - b), documents.length];
        const inputs = [];
        for (const [i, end] of bounds.entries()) {
          if (i === 0) continue;
          const start = bounds[i - 1] as number;
          const part = documents.slice(start, end);
          const segment = await write(directory, `s${i}`, part);
          const deletions = new Deletions(part.length);
          for (const document of deletedNumbers) {
            if (document >= start && document < start + part.length)
              deletions.add(document - start);
          }
          inputs.push({ segment, deletions: deletions.count > 0 ? deletions : undefined });
        }
        const record = await mergeSegments(
          { files: directory, name: "merged", indexId: ID, content: ALL },
          inputs,
        );

        const live = documents.filter((_, i) => !deletedNumbers.includes(i));
        const plain = new MemoryDirectory();
        await write(plain, "merged", live);
        for (const name of await plain.list()) {
          if (name.endsWith(".stored")) continue; // the same documents in different blocks
          expect(await directory.read(name)).toEqual(await plain.read(name));
        }
        expect(record.documents).toBe(live.length);
        const merged = await Segment.open(directory, record, ID);
        const stored = await merged.storedFields();
        for (const [i, { id: _, fields, ...texts }] of live.entries()) {
          expect(stored.fields(i)).toEqual({ ...fields, ...texts });
        }
      }),
      { numRuns: 40 },
    );
  },
);

async function write(
  directory: Directory,
  name: string,
  documents: readonly Document[],
): Promise<Segment> {
  const buffer = new SegmentBuffer(analyzer.term);
  if (documents.length > 0) buffer.add(readBatch(documents, analyzer, ALL));
  return Segment.open(
    directory,
    await buffer.write({ files: directory, name, indexId: ID, content: ALL }),
    ID,
  );
}
