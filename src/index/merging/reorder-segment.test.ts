import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzer, anyDocuments } from "../../../test/faults/plain-documents.ts";
import { STORES } from "../../../test/faults/stores.ts";
import type { Document } from "../../collection/document.ts";
import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { readBatch } from "../building/document-batch.ts";
import { SegmentBuffer } from "../building/segment-buffer.ts";
import { Segment } from "../segments/segment.ts";
import { buildDocumentGraph } from "./document-graph.ts";
import { reorderSegment } from "./reorder-segment.ts";

const ID = "00000000000000aa";

test.each(STORES)(
  "writes the same segment as the documents in the new order %s",
  async (_store, fresh) => {
    const contents = fc.record({
      positions: fc.boolean(),
      forward: fc.boolean(),
      stored: fc.boolean(),
    });
    const shuffled = anyDocuments
      .filter((documents) => documents.length > 0)
      .chain((documents) =>
        fc.tuple(
          fc.constant(documents),
          fc.shuffledSubarray([...documents.keys()], { minLength: documents.length }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, contents, async ([documents, order], content) => {
        const directory = await fresh();
        const segment = await writeTestSegment(directory, "s", documents, content);
        const numbers = Uint32Array.from(order);
        const record = await reorderSegment(
          { files: directory, name: "r", indexId: ID, content },
          segment,
          numbers,
        );

        const plain = new MemoryDirectory();
        const inOrder = order.map((document) => documents[document] as Document);
        await writeTestSegment(plain, "r", inOrder, content);
        for (const name of await plain.list()) {
          expect(await directory.read(name)).toEqual(await plain.read(name));
        }
        expect(record.documents).toBe(documents.length);
      }),
      { numRuns: 40 },
    );
  },
);

test("leaves the rarest terms out of a document graph until the others fit", async () => {
  // cat is in 40 documents, dog in 20, fox in 10; every other word in one.
  const documents = Array.from({ length: 40 }, (_, i) => ({
    id: `d${i}`,
    text: `w${i} cat ${i < 20 ? "dog" : ""} ${i < 10 ? "fox" : ""}`,
  }));
  const content = { positions: false, forward: false, stored: false };
  const segment = await writeTestSegment(new MemoryDirectory(), "s", documents, content);
  const countTermsOfFirst = (maxPostings: number): number => {
    const { starts, termCount } = buildDocumentGraph(segment, maxPostings);
    expect(starts[1]).toBe(termCount); // document 0 contains every term of the graph
    return termCount;
  };
  expect([1000, 70, 69, 60, 59, 39].map(countTermsOfFirst)).toEqual([3, 3, 2, 2, 1, 0]);
});

async function writeTestSegment(
  directory: Directory,
  name: string,
  documents: readonly Document[],
  content: { positions: boolean; forward: boolean; stored: boolean },
): Promise<Segment> {
  const buffer = new SegmentBuffer(analyzer.term);
  buffer.add(readBatch(documents, analyzer, content));
  return Segment.open(
    directory,
    await buffer.write({ files: directory, name, indexId: ID, content }),
    ID,
  );
}
