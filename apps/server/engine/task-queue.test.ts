import { describe, expect, test } from "vitest";
import { type QueueLimits, TaskQueue } from "./task-queue.ts";

/** TaskQueue whose tasks end when they are told to, on a clock that is moved by hand. */
function createSlots(count: number, waiting: Partial<QueueLimits>) {
  let time = 0;
  const names = Array.from({ length: count }, (_, i) => `slot ${i}`);
  const slots = new TaskQueue(names, { most: 64, time: 1000, ...waiting }, "tasks", () => time);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (kind = "search", isAlone = false, client = ""): Promise<string> => {
    const task = slots.run<string>(
      (slot) => {
        begun.push(client === "" ? slot : client);
        return new Promise((resolve) => ends.push(() => resolve(slot)));
      },
      { kind, isAlone, client },
    );
    task.catch(() => {}); // of those that still wait at the end of a test
    return task;
  };
  /** The task that began as the i-th ends after so many ms. */
  const end = async (i: number, ms: number): Promise<void> => {
    time += ms;
    ends[i]?.();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  /** Does tasks one by one, so that it is known how long they take. */
  const learn = async (ms: number, kind = "search"): Promise<void> => {
    for (let i = 0; i < 8; i++) {
      const task = start(kind);
      await end(i, ms);
      await task;
    }
    begun.length = 0;
    ends.length = 0;
  };
  return { slots, start, end, begun, learn };
}

describe("what waits", () => {
  test("is turned away by the time that it should take, beyond those that may always wait", async () => {
    const { slots, start, learn } = createSlots(2, { expected: 50, always: 3 });
    await learn(10);
    for (let i = 0; i < 2; i++) void start(); // these run
    // Each that waits adds 10 ms of work for two slots: the 11th makes it 55 ms.
    for (let i = 0; i < 11; i++) {
      expect(slots.isFull).toBe(false);
      void start();
    }
    expect(slots.isFull).toBe(true);
    await expect(start()).rejects.toMatchObject({
      status: 503,
      code: "OVERLOADED",
      message: "too many tasks at once",
      headers: { "retry-after": "1" },
    });
    expect(slots.waiting).toBe(11);
  });

  test("may be some tasks, however long they take", async () => {
    const { slots, start, learn } = createSlots(1, { expected: 50, always: 3 });
    await learn(400);
    for (let i = 0; i < 4; i++) void start(); // one runs, three wait
    expect(slots.isFull).toBe(true);
    await expect(start()).rejects.toMatchObject({ code: "OVERLOADED" });
  });

  test("is turned away by its number where nobody knows how long it takes", async () => {
    const { start } = createSlots(1, { most: 5, expected: 50, always: 3 });
    for (let i = 0; i < 6; i++) void start();
    await expect(start()).rejects.toMatchObject({ code: "OVERLOADED" });
  });

  test("has its turn in the order in which it came, and is let in again afterwards", async () => {
    const { slots, start, end, learn, begun } = createSlots(1, { expected: 50, always: 1 });
    await learn(30);
    const [first, second, third] = [start(), start(), start()];
    expect(slots.isFull).toBe(true);
    await end(0, 30);
    await first;
    expect(begun).toHaveLength(2);
    expect(slots.isFull).toBe(false);
    await end(1, 30);
    await end(2, 30);
    await Promise.all([second, third]);
    expect(slots.waiting).toBe(0);
  });

  test("is turned away when its turn does not come in time", async () => {
    const { start } = createSlots(1, { time: 1 });
    void start();
    await expect(start()).rejects.toMatchObject({
      message: "too many tasks at once: none was done in time",
    });
  });
});

describe("a slot", () => {
  test("is given short tasks ahead", async () => {
    const { slots, start, learn, begun } = createSlots(2, { ahead: 5 });
    await learn(2);
    await learn(20, "explain");
    for (let i = 0; i < 6; i++) void start();
    // Two tasks of 2 ms each, and a third would be 6 ms.
    expect([...begun].sort()).toEqual(["slot 0", "slot 0", "slot 1", "slot 1"]);
    expect(slots.waiting).toBe(2);
  });

  test("is not shared with a task that takes long, is new, or wants to be alone", async () => {
    for (const [kind, isAlone] of [
      ["explain", false],
      ["new", false],
      ["search", true],
    ] as const) {
      const { slots, start, learn, begun } = createSlots(1, { ahead: 5 });
      await learn(1);
      await learn(20, "explain");
      void start(kind, isAlone);
      void start();
      expect(begun).toHaveLength(1);
      expect(slots.waiting).toBe(1);
    }
  });

  test("that does several counts the time of each from the end of the one before", async () => {
    const { start, end, learn, begun, slots } = createSlots(1, { ahead: 5 });
    await learn(2);
    const both = [start(), start()];
    expect(begun).toHaveLength(2);
    await end(0, 2);
    await end(1, 2); // 2 ms after the first, though it was given 4 ms ago
    await Promise.all(both);
    // Still 2 ms each: again two fit, not three.
    for (let i = 0; i < 3; i++) void start();
    expect(begun).toHaveLength(4);
    expect(slots.waiting).toBe(1);
  });

  test("is free again after a task that fails, which says nothing of the time of others", async () => {
    const { slots, learn, begun, start } = createSlots(1, { ahead: 5 });
    await learn(2);
    await expect(
      slots.run(() => Promise.reject(new Error("no")), { kind: "search" }),
    ).rejects.toThrow("no");
    for (let i = 0; i < 3; i++) void start();
    expect(begun).toHaveLength(2);
  });
});

describe("tasks that take long", () => {
  test("leave a slot to those that do not", async () => {
    const { slots, start, learn, begun } = createSlots(2, {});
    await learn(300, "many ranges");
    for (let i = 0; i < 3; i++) void start("many ranges");
    expect(begun).toEqual(["slot 0"]);
    void start();
    expect(begun).toEqual(["slot 0", "slot 1"]);
    expect(slots.waiting).toBe(2);
  });

  test("do not make those wait that do not, nor turn them away", async () => {
    const { slots, start, end, learn, begun } = createSlots(2, { expected: 50, always: 3 });
    await learn(300, "many ranges");
    await learn(1);
    for (let i = 0; i < 4; i++) void start("many ranges");
    expect(begun).toEqual(["slot 0"]);
    await expect(start("many ranges")).rejects.toMatchObject({ code: "OVERLOADED" });
    expect(slots.isFull).toBe(false);
    for (let i = 0; i < 3; i++) void start();
    expect(begun).toEqual(["slot 0", "slot 1"]);
    await end(1, 1);
    expect(begun).toEqual(["slot 0", "slot 1", "slot 1"]);
  });

  test("leave that slot from the first one on, where they ask for much", async () => {
    const { slots, begun, start } = createSlots(2, {});
    const run = (kind: string): void => {
      const task = slots.run<string>(
        (slot) => {
          begun.push(`${kind} on ${slot}`);
          return new Promise(() => {});
        },
        { kind, isHeavy: true },
      );
      task.catch(() => {});
    };
    for (const kind of ["ranges", "clauses", "explanations"]) run(kind);
    expect(begun).toEqual(["ranges on slot 0"]);
    void start();
    expect(begun.at(-1)).toBe("slot 1");
    expect(slots.waiting).toBe(2);
    // Those that are known to be quick are taken as such.
    const other = createSlots(2, {});
    await other.learn(1, "few ranges");
    for (let i = 0; i < 2; i++) {
      void other.slots.run(async (slot) => other.begun.push(slot), {
        kind: "few ranges",
        isHeavy: true,
      });
    }
    expect(other.begun).toEqual(["slot 1", "slot 0"]);
  });

  test("use the only slot there is", async () => {
    const { start, learn, begun } = createSlots(1, {});
    await learn(300, "many ranges");
    void start("many ranges");
    expect(begun).toEqual(["slot 0"]);
  });
});

describe("clients", () => {
  test("have their turn one after the other, however much each asks for", async () => {
    const { start, end, begun } = createSlots(1, {});
    for (let i = 0; i < 4; i++) void start("search", false, "a");
    for (let i = 0; i < 2; i++) void start("search", false, "b");
    for (let i = 0; i < 6; i++) await end(i, 1);
    expect(begun).toEqual(["a", "b", "a", "b", "a", "a"]);
  });

  test("who fill the queue are turned away before others", async () => {
    const { slots, start } = createSlots(1, { most: 4 });
    const tasks = Array.from({ length: 5 }, () => start("search", false, "a"));
    expect([slots.isFull, slots.isFullFor("a"), slots.isFullFor("b")]).toEqual([true, true, false]);
    void start("search", false, "b");
    await expect(tasks[4]).rejects.toMatchObject({ code: "OVERLOADED" });
    void start("search", false, "b");
    await expect(tasks[3]).rejects.toMatchObject({ code: "OVERLOADED" });
    await expect(start("search", false, "b")).rejects.toMatchObject({ code: "OVERLOADED" });
    await expect(start("search", false, "a")).rejects.toMatchObject({ code: "OVERLOADED" });
    expect(slots.waiting).toBe(4);
  });
});
