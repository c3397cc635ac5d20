import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HeapLease, SharedHeap } from "./shared-heap.ts";

/** Allocates some bytes, or frees an allocation by index. */
const steps = fc.array(
  fc.oneof(
    fc.record({ take: fc.integer({ min: 0, max: 300_000 }) }),
    fc.record({ give: fc.nat(20) }),
  ),
  { maxLength: 60 },
);

describe("a shared heap", () => {
  test("allocates ranges that do not overlap, and keeps their contents", () => {
    fc.assert(
      fc.property(steps, (operations) => {
        const heap = new SharedHeap();
        const allocations: { address: number; bytes: number; mark: number }[] = [];
        let mark = 0;
        for (const step of operations) {
          if ("take" in step) {
            const address = heap.allocate(step.take);
            expect(address % 16).toBe(0);
            expect(address).toBeGreaterThan(0);
            mark = (mark % 255) + 1;
            heap.view(address, step.take).fill(mark);
            allocations.push({ address, bytes: step.take, mark });
          } else {
            const [range] = allocations.splice(step.give % Math.max(1, allocations.length), 1);
            if (range !== undefined) heap.free(range.address, range.bytes);
          }
          for (const each of allocations) {
            const view = heap.view(each.address, each.bytes);
            expect(view.every((byte) => byte === each.mark)).toBe(true);
          }
        }
        for (const { address, bytes } of allocations) heap.free(address, bytes);
        expect(heap.allocatedBytes).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test("reuses freed ranges for slightly different sizes", () => {
    const heap = new SharedHeap();
    let before = heap.lease();
    before.allocate(5_000_000);
    for (let i = 1; i <= 100; i++) {
      const next = heap.lease();
      next.allocate(5_000_000 + 1000 * i);
      before.release();
      before = next;
    }
    // Two at a time, an eighth more than they need.
    expect(heap.memory.buffer.byteLength).toBeLessThan(12_000_000);
  });

  test("reuses the memory of a search as a whole, whatever is allocated in between", () => {
    const heap = new SharedHeap();
    const lists: HeapLease[] = [];
    let size = 0;
    for (let commit = 0; commit < 200; commit++) {
      const lease = heap.lease();
      for (let i = 0; i <= commit % 7; i++) lease.allocate(50_000 + 4000 * i);
      lists.push(lease);
      if (lists.length > 1 + (commit % 3)) lists.shift()?.release();
      const search = heap.lease();
      const address = search.allocateWorkspace(5_000_000 + 1000 * commit);
      heap.view(address, 5_000_000 + 1000 * commit).fill(commit);
      search.release();
      if (commit === 20) size = heap.memory.buffer.byteLength;
    }
    expect(heap.memory.buffer.byteLength).toBe(size);
    for (const lease of lists) lease.release();
    expect(heap.allocatedBytes).toBe(0);
  });

  test("gives searches at the same time memory of their own, and keeps the largest", () => {
    const heap = new SharedHeap();
    const leases = [heap.lease(), heap.lease(), heap.lease()];
    const sizes = [1_000_000, 3_000_000, 2_000_000];
    const addresses = leases.map((lease, i) => lease.allocateWorkspace(sizes[i] as number));
    const ranges = addresses.map((start, i) => [start, start + (sizes[i] as number)] as const);
    ranges.sort(([a], [b]) => a - b);
    for (const [i, [, end]] of ranges.entries()) {
      expect(end).toBeLessThanOrEqual(ranges[i + 1]?.[0] ?? heap.memory.buffer.byteLength);
    }
    for (const lease of leases) lease.release();
    expect(heap.allocatedBytes).toBe(0);
    expect(heap.lease().allocateWorkspace(3_010_000)).toBe(addresses[1]);
  });

  test("finds its own arrays by their address, also after it has grown", () => {
    const heap = new SharedHeap();
    const lease = heap.lease();
    const early = lease.allocateBytes(100).fill(7);
    lease.allocate(1_000_000);
    const late = lease.allocateBytes(100);
    for (const array of [early, late, new Uint32Array(late.buffer, late.byteOffset, 2)]) {
      expect(lease.importArray(array)).toBe(array.byteOffset);
    }
    const strange = Uint16Array.of(1, 2, 3);
    expect(heap.findAddress(strange)).toBeUndefined();
    const copy = lease.importArray(strange);
    expect([...heap.view(copy, 6)]).toEqual([1, 0, 2, 0, 3, 0]);
    expect(heap.view(early.byteOffset, 100).every((byte) => byte === 7)).toBe(true);
  });

  test("of another thread allocates only what it has grown by", () => {
    const heap = new SharedHeap();
    const first = heap.allocate(100_000);
    heap.free(first, 100_000);
    // A message delivers a clone: another object for the same memory.
    const clone = structuredClone(heap.memory as WebAssembly.Memory);
    const other = SharedHeap.attach(clone, heap.id);
    expect(other).not.toBe(heap);
    const theirs = other.allocate(1000);
    const ours = heap.allocate(1000);
    expect(theirs).toBeGreaterThanOrEqual(first + 100_000);
    expect(ours).toBe(first);
    other.view(theirs, 1)[0] = 5;
    expect(heap.view(theirs, 1)[0]).toBe(5);
    const again = structuredClone(heap.memory as WebAssembly.Memory);
    expect(SharedHeap.attach(again, heap.id)).toBe(other);
    expect(SharedHeap.attach(heap.memory, heap.id)).toBe(heap);
  });

  test("reports how many bytes it cannot allocate", () => {
    const heap = new SharedHeap();
    expect(() => heap.allocate(5 * 2 ** 30)).toThrow("no memory for");
    expect(heap.allocate(10)).toBeGreaterThan(0);
  });
});
