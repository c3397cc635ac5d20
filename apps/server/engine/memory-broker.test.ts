/** Which thread loads an item, which ones find it, and who frees it. */

import { describe, expect, test } from "vitest";
import type { ExchangedRanges } from "../../../src/common/threads/index.ts";
import { type ExchangeAnswer, type ExchangeMember, MemoryBroker } from "./memory-broker.ts";

const RANGES: ExchangedRanges = new Map([["lists", { start: 65536, bytes: 10 }]]);

/** A thread that keeps its answers. */
class Thread {
  readonly answers: ExchangeAnswer[] = [];
  readonly member: ExchangeMember = (answer) => this.answers.push(answer);
  readonly #broker: MemoryBroker;

  constructor(broker: MemoryBroker) {
    this.#broker = broker;
  }

  get last(): ExchangeAnswer | undefined {
    return this.answers.at(-1);
  }

  get heapId(): string {
    return this.last?.memory?.heapId ?? "";
  }

  acquire(key: string, memory?: ExchangeAnswer["memory"]): void {
    const request = { group: "folder", key, memory };
    this.#broker.receive(this.member, { kind: "acquire", call: this.answers.length, request });
  }

  publish(key: string, memory: NonNullable<ExchangeAnswer["memory"]>): void {
    const item = { heapId: memory.heapId, key };
    this.#broker.receive(this.member, { kind: "publish", item, memory, ranges: RANGES });
  }

  abandon(key: string, heapId: string): void {
    this.#broker.receive(this.member, { kind: "abandon", item: { heapId, key } });
  }

  /** Whether the thread frees the item. */
  release(key: string, heapId: string): boolean | undefined {
    const item = { heapId, key };
    this.#broker.receive(this.member, { kind: "release", call: 0, item });
    return this.last?.isLast;
  }
}

function createThreads(): { broker: MemoryBroker; one: Thread; two: Thread; three: Thread } {
  const broker = new MemoryBroker();
  const [one, two, three] = [1, 2, 3].map(() => new Thread(broker)) as [Thread, Thread, Thread];
  return { broker, one, two, three };
}

/** An item that the first thread has loaded; returns its memory. */
function load(thread: Thread, key: string): NonNullable<ExchangeAnswer["memory"]> {
  thread.acquire(key);
  const { memory } = thread.last as ExchangeAnswer;
  if (memory === undefined) throw new Error("no memory");
  thread.publish(key, memory);
  return memory;
}

describe("the broker of memory", () => {
  test("lets the first thread load an item; the others wait for it and find it", () => {
    const { one, two, three } = createThreads();
    one.acquire("a");
    two.acquire("a");
    expect(one.last?.ranges).toBeUndefined();
    expect(two.answers).toEqual([]);
    const memory = one.last?.memory as NonNullable<ExchangeAnswer["memory"]>;
    one.publish("a", memory);
    expect(two.last).toEqual({ call: 0, memory, ranges: RANGES });
    three.acquire("a");
    expect(three.last).toEqual({ call: 0, memory, ranges: RANGES });
  });

  test("lets the last one free it, however often each had it", () => {
    const { one, two } = createThreads();
    const { heapId } = load(one, "a");
    two.acquire("a");
    two.acquire("a");
    expect(one.release("a", heapId)).toBe(false);
    expect(two.release("a", heapId)).toBe(false);
    expect(two.release("a", heapId)).toBe(true);
    two.acquire("a");
    expect(two.last?.ranges).toBeUndefined(); // to be loaded again
  });

  test("has items of one folder in one memory, and starts another when none is left", () => {
    const { one, two } = createThreads();
    const memory = load(one, "a");
    one.acquire("b", memory);
    expect(one.heapId).toBe(memory.heapId);
    two.acquire("b"); // waits
    one.abandon("b", memory.heapId);
    expect(two.heapId).toBe(memory.heapId); // and is to load it
    expect(two.last?.ranges).toBeUndefined();
    expect(two.release("b", memory.heapId)).toBe(true);
    expect(one.release("a", memory.heapId)).toBe(true);
    two.acquire("a");
    expect(two.heapId).not.toBe(memory.heapId);
  });

  test("gives no memory to new threads in which a thread has ended, and leaves it to the others", () => {
    const { broker, one, two, three } = createThreads();
    const memory = load(one, "a");
    two.acquire("a");
    broker.remove(one.member);
    three.acquire("a");
    expect(three.heapId).not.toBe(memory.heapId);
    expect(three.last?.ranges).toBeUndefined();
    two.acquire("b", memory);
    expect(two.heapId).toBe(memory.heapId);
    expect(two.release("a", memory.heapId)).toBe(true);
  });

  test("lets another thread load what one that ended was loading", () => {
    const { broker, one, two, three } = createThreads();
    one.acquire("a");
    two.acquire("a");
    three.acquire("a");
    broker.remove(one.member);
    expect(two.last?.ranges).toBeUndefined();
    two.publish("a", two.last?.memory as NonNullable<ExchangeAnswer["memory"]>);
    expect(three.last?.ranges).toBe(RANGES);
    expect(three.heapId).toBe(two.heapId);
  });
});
