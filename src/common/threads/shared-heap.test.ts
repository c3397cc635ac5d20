import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SharedHeap } from "./shared-heap.ts";

/** Takes some bytes, or gives back what was taken at a place. */
const steps = fc.array(
  fc.oneof(
    fc.record({ take: fc.integer({ min: 0, max: 300_000 }) }),
    fc.record({ give: fc.nat(20) }),
  ),
  { maxLength: 60 },
);

describe("a shared heap", () => {
  test("hands out ranges that do not overlap, and keeps what is in them", () => {
    fc.assert(
      fc.property(steps, (course) => {
        const heap = new SharedHeap();
        const held: { address: number; bytes: number; mark: number }[] = [];
        let mark = 0;
        for (const step of course) {
          if ("take" in step) {
            const address = heap.take(step.take);
            expect(address % 16).toBe(0);
            expect(address).toBeGreaterThan(0);
            mark = (mark % 255) + 1;
            heap.view(address, step.take).fill(mark);
            held.push({ address, bytes: step.take, mark });
          } else {
            const [range] = held.splice(step.give % Math.max(1, held.length), 1);
            if (range !== undefined) heap.give(range.address, range.bytes);
          }
          for (const each of held) {
            const view = heap.view(each.address, each.bytes);
            expect(view.every((byte) => byte === each.mark)).toBe(true);
          }
        }
        for (const { address, bytes } of held) heap.give(address, bytes);
        expect(heap.heldBytes).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test("hands out again what was given back, in sizes that change a little", () => {
    const heap = new SharedHeap();
    let before = heap.lease();
    before.take(5_000_000);
    for (let i = 1; i <= 100; i++) {
      const next = heap.lease();
      next.take(5_000_000 + 1000 * i);
      before.end();
      before = next;
    }
    // Two at a time, an eighth more than they need.
    expect(heap.memory.buffer.byteLength).toBeLessThan(12_000_000);
  });

  test("knows its own arrays by their place, also after it has grown", () => {
    const heap = new SharedHeap();
    const lease = heap.lease();
    const early = lease.bytes(100).fill(7);
    lease.take(1_000_000);
    const late = lease.bytes(100);
    for (const array of [early, late, new Uint32Array(late.buffer, late.byteOffset, 2)]) {
      expect(lease.place(array)).toBe(array.byteOffset);
    }
    const strange = Uint16Array.of(1, 2, 3);
    expect(heap.addressOf(strange)).toBeUndefined();
    const copy = lease.place(strange);
    expect([...heap.view(copy, 6)]).toEqual([1, 0, 2, 0, 3, 0]);
    expect(heap.view(early.byteOffset, 100).every((byte) => byte === 7)).toBe(true);
  });

  test("of another thread hands out only what it has grown by", () => {
    const heap = new SharedHeap();
    const first = heap.take(100_000);
    heap.give(first, 100_000);
    // A clone is what a message brings: another object for the same memory.
    const clone = structuredClone(heap.memory as WebAssembly.Memory);
    const other = SharedHeap.over(clone, heap.id);
    expect(other).not.toBe(heap);
    const theirs = other.take(1000);
    const ours = heap.take(1000);
    expect(theirs).toBeGreaterThanOrEqual(first + 100_000);
    expect(ours).toBe(first);
    other.view(theirs, 1)[0] = 5;
    expect(heap.view(theirs, 1)[0]).toBe(5);
    const again = structuredClone(heap.memory as WebAssembly.Memory);
    expect(SharedHeap.over(again, heap.id)).toBe(other);
    expect(SharedHeap.over(heap.memory, heap.id)).toBe(heap);
  });

  test("says how much it has no room for", () => {
    const heap = new SharedHeap();
    expect(() => heap.take(5 * 2 ** 30)).toThrow("no memory for");
    expect(heap.take(10)).toBeGreaterThan(0);
  });
});
