import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { multiply } from "../elementwise.ts";
import { indexInput, variable } from "../node.ts";
import { mean } from "../reductions.ts";
import { gather, unitRows } from "../rows.ts";
import { Training } from "../training.ts";
import { wasmBackend } from "./backend.ts";

const WORDS = 300;

/** Memory in use, in bytes. */
function measureMemory(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test("neither the arena nor the heap grows over batches of all sizes", async () => {
  const table = variable("table", [WORDS, 20]);
  const rows = gather(table, indexInput("words", "words", WORDS));
  const training = await Training.open(wasmBackend(), {
    model: "toy",
    loss: mean(multiply(unitRows(rows), rows)),
    groups: [{ variables: [table] }],
  });
  const random = new Random(3);
  const ids = Array.from({ length: WORDS }, (_, id) => id);
  await training.session.write(
    table,
    Array.from({ length: WORDS * 20 }, () => random.normal()),
  );
  const train = async (steps: number): Promise<void> => {
    for (let step = 0; step < steps; step++) {
      await training.step({ words: random.shuffle([...ids]).slice(0, 1 + random.below(WORDS)) });
    }
  };
  await training.step({ words: ids });
  await train(1500); // by now the platform has optimised the code
  const before = { heap: measureMemory(), arena: training.session.bytes };
  await train(3000);
  expect(training.session.bytes).toBe(before.arena);
  // A leak of 64 bytes per step would be more than this.
  expect(measureMemory() - before.heap).toBeLessThan(64 * 3000);
  await training.close();
});

test("variables beyond 4 GiB are refused by their size before any memory is taken", async () => {
  const count = 3_600_000;
  const table = variable("table", [count, 300]);
  const rows = gather(table, indexInput("words", "words", count));
  const training = Training.open(wasmBackend(), {
    model: "toy",
    loss: mean(multiply(unitRows(rows), rows)),
    groups: [{ variables: [table] }],
  });
  await expect(training).rejects.toThrow(
    /need \d+\.\d\d GiB of memory, and WebAssembly has 4 GiB; the largest is table/,
  );
});
