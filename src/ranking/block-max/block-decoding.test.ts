/** The kernels decode a block like the plain decoder in src/index. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { GrowingWords } from "../../common/bytes/growing-words.ts";
import { canShareMemory } from "../../common/bytes/index.ts";
import {
  countDocumentWords,
  decodeDocuments,
  decodeFrequencies,
  encodeBlock,
} from "../../index/files/posting-block.ts";
import { ListState } from "./layout.generated.ts";
import { createRetrievalKernels } from "./retrieval-kernels.ts";

const SOURCE = 0x10000;
const DOCUMENTS = 0x20000;
const FREQUENCIES = 0x20200;

/** Gaps and frequencies of every width, and rare ones far larger than the rest. */
const blocks = fc
  .tuple(
    fc.integer({ min: 0, max: 24 }),
    fc.integer({ min: 0, max: 31 }),
    fc.integer({ min: -1, max: 1000 }),
  )
  .chain(([gapBits, countBits, previous]) =>
    fc.record({
      previous: fc.constant(previous),
      gaps: fc.array(fc.nat(2 ** gapBits - 1), { minLength: 128, maxLength: 128 }),
      counts: fc.array(
        fc.oneof(
          { weight: 20, arbitrary: fc.nat(Math.min(3, 2 ** countBits - 1)) },
          fc.nat(2 ** countBits - 1),
        ),
        { minLength: 128, maxLength: 128 },
      ),
    }),
  );

const memories: [string, boolean][] = [["private", false]];
if (canShareMemory()) memories.push(["shared", true]);

test.each(memories)("decodes any block in %s memory as the index module does", (_, shared) => {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536, shared });
  const kernels = createRetrievalKernels(memory);
  fc.assert(
    fc.property(blocks, ({ previous, gaps, counts }) => {
      const documents = new Uint32Array(128);
      let document = previous;
      for (const [i, gap] of gaps.entries()) {
        document += gap + 1;
        documents[i] = document;
      }
      const out = new GrowingWords();
      const frequencies = Uint32Array.from(counts, (count) => count + 1);
      const shape = encodeBlock(documents, frequencies, 0, previous, out);
      const last = documents[127] as number;
      const start = 4 * countDocumentWords(shape, previous, last);

      new Uint32Array(memory.buffer, SOURCE).set(out.view());
      kernels.decodeDocuments(SOURCE, shape, previous, last, DOCUMENTS);
      kernels.decodeFrequencies(SOURCE + start, shape, FREQUENCIES);

      const plain = new Uint32Array(128);
      decodeDocuments(out.view(), 0, shape, previous, last, plain);
      expect(new Uint32Array(memory.buffer, DOCUMENTS, 128)).toEqual(plain);
      decodeFrequencies(out.view(), start / 4, shape, plain);
      expect(new Uint32Array(memory.buffer, FREQUENCIES, 128)).toEqual(plain);
      expect(plain).toEqual(frequencies);

      const decodeTo = (other: number) => () =>
        kernels.decodeDocuments(SOURCE, shape, previous, other, DOCUMENTS);
      for (const other of [last + 1, last - 1]) {
        expect(decodeTo(other)).toThrow(WebAssembly.RuntimeError);
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["ends before the limit", [2 * 5 + 1, 2 * 3 + 1], 10, false],
  ["reaches the limit", [2 * 5 + 1, 2 * 3 + 1], 9, true],
  // A gap of 2^31 - 1 after one as large: the sum is 2^32 - 1, and one more would be 0.
  ["turns around", [0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0xff, 0x0f], 10, true],
])("rejects a tail that %s", (_, bytes, limit, isRefused) => {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536 });
  const kernels = createRetrievalKernels(memory);
  const list = new ListState(new Int32Array(memory.buffer), SOURCE);
  list.lastDocuments = DOCUMENTS;
  list.tail = FREQUENCIES;
  list.tailSize = 2;
  list.blocks = 1;
  const tail = 0x30000;
  new Uint8Array(memory.buffer, tail).set(bytes);
  const open = () => kernels.openList(SOURCE, DOCUMENTS, tail, limit);
  if (isRefused) expect(open).toThrow(WebAssembly.RuntimeError);
  else {
    expect(open()).toBe(1);
    expect([...new Uint32Array(memory.buffer, FREQUENCIES, 2)]).toEqual([5, 9]);
  }
});

test("bitsets of blocks that do not follow each other are not merged", () => {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536 });
  const kernels = createRetrievalKernels(memory);
  const list = new ListState(new Int32Array(memory.buffer), SOURCE);
  const [lastDocuments, starts, shapes, packed, bits] = [
    0x20000, 0x20100, 0x20200, 0x20300, 0x30000,
  ];
  list.lastDocuments = lastDocuments;
  list.blockStarts = starts;
  list.shapes = shapes;
  list.packed = packed;
  list.blocks = list.fullBlocks = 2;
  new Uint16Array(memory.buffer, shapes).set([63, 63]); // bitsets
  const add = (...last: number[]) => {
    new Uint32Array(memory.buffer, lastDocuments).set(last);
    list.block = 0;
    return kernels.addDocuments(SOURCE, bits, 0, 0, 2);
  };
  expect(add(300, 500)).toBe(1);
  new Uint32Array(memory.buffer, packed).fill(0xffffffff, 0, 64);
  expect(() => add(500, 300)).toThrow(WebAssembly.RuntimeError);
  const wordsAfter = new Uint32Array(memory.buffer, bits).subarray(17);
  expect(wordsAfter.every((word) => word === 0)).toBe(true); // nothing was written
});

test("a bitset of fewer documents than a block has is rejected, whatever was decoded before", () => {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536 });
  const kernels = createRetrievalKernels(memory);
  const source = new Uint32Array(memory.buffer, SOURCE, 4).fill(0xffffffff);
  const decode = () => kernels.decodeDocuments(SOURCE, 63, -1, 127, DOCUMENTS);
  decode();
  source[2] = 0;
  expect(decode).toThrow(WebAssembly.RuntimeError);
});
