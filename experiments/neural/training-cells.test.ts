import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { type CellTask, TRAINING_REVISION, TrainingCells } from "./training-cells.ts";
import type { TrainingOutcome } from "./training-outcome.ts";

const createTask = (seed: number, point = ""): CellTask => ({
  label: { collection: "toy", system: "knrm", seed, isFull: true, point },
  key: { data: "abc", settings: { rate: 0.1, point }, seed },
});

/** An outcome that tells its seed by its values. */
const createOutcome = (seed: number): TrainingOutcome => ({
  ...{ parameters: 3, transferred: 0, steps: 10, ran: 20, ending: "patience", depth: 2 },
  ...{ curve: [0.5, 0.25], losses: [1], dev: { RR: [1 / 3, 0, 1] } },
  ...{ test: { RR: [1 / seed] }, testDeep: { RR: [] } },
});

/** Trains the seeds in order, as a run does; `interrupt` is the seed that stops it. */
async function runSeeds(files: MemoryFiles, seeds: number[], interrupt = 0): Promise<number[]> {
  const cells = new TrainingCells(files, "kept");
  const trained: number[] = [];
  for (const seed of seeds) {
    const train = async (): Promise<{ outcome: TrainingOutcome; gamma: number[] }> => {
      if (seed === interrupt) throw new Error("interrupted");
      trained.push(seed);
      return { outcome: createOutcome(seed), gamma: [seed] };
    };
    await cells.getOrTrain(createTask(seed), train, () => 0);
  }
  return trained;
}

async function readAll(files: MemoryFiles): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of await files.list("kept/cells/toy")) {
    let text = "";
    for await (const chunk of files.read(`kept/cells/toy/${name}`)) {
      text += new TextDecoder().decode(chunk);
    }
    texts.set(name, text);
  }
  return texts;
}

describe("stored trainings", () => {
  test("of an interrupted run are complete, and the resumed run ends with the same bytes", async () => {
    const [whole, parted] = [new MemoryFiles(), new MemoryFiles()];
    await runSeeds(whole, [1, 2, 3]);
    await expect(runSeeds(parted, [1, 2, 3], 2)).rejects.toThrow("interrupted");
    expect((await readAll(parted)).size).toBe(2);
    expect(await runSeeds(parted, [1, 2, 3])).toEqual([2, 3]);
    expect(await readAll(parted)).toEqual(await readAll(whole));
  });

  test("return the same values when trained and when read", async () => {
    const cells = new TrainingCells(new MemoryFiles(), "kept");
    const read = (): Promise<TrainingOutcome> =>
      cells.getOrTrain(
        createTask(3),
        async () => ({ outcome: createOutcome(3) }),
        () => 0,
      );
    const first = await read();
    expect(first.dev).toEqual({ RR: [0.333333, 0, 1] });
    expect(first.testDeep).toEqual({ RR: [] });
    expect(await read()).toEqual(first);
  });

  test("keep the values of test at the best depth there, which older ones lack", async () => {
    const best = { testCurve: [0.25, 0.5], testBest: { RR: [1 / 3, 0.5] } };
    const cells = new TrainingCells(new MemoryFiles(), "kept");
    const read = (seed: number, more = {}): Promise<TrainingOutcome> =>
      cells.getOrTrain(
        createTask(seed),
        async () => ({ outcome: { ...createOutcome(seed), ...more } }),
        () => 0,
      );
    await read(1, best);
    await read(2);
    expect(await read(1)).toMatchObject({
      ...{ testCurve: [0.25, 0.5], testBest: { RR: [0.333333, 0.5] } },
    });
    expect(Object.keys(await read(2))).not.toContain("testBest");
  });

  test("are trained again for another key or after damage, and never mixed up", async () => {
    const files = new MemoryFiles();
    await runSeeds(files, [1]);
    const cells = new TrainingCells(files, "kept");
    const other = { ...createTask(1), key: { data: "abd" } };
    const { test: values } = await cells.getOrTrain(
      other,
      async () => ({ outcome: createOutcome(4) }),
      () => 0,
    );
    expect(values).toEqual({ RR: [0.25] });
    for (const name of await files.list("kept/cells/toy")) {
      await files.write(`kept/cells/toy/${name}`, [new TextEncoder().encode('{"key":')]);
    }
    expect(await cells.list()).toEqual([]);
    expect(await runSeeds(files, [1])).toEqual([1]);
  });

  test("of the repository are read, and new ones are written elsewhere", async () => {
    const files = new MemoryFiles();
    await new TrainingCells(files, "experiments").getOrTrain(
      createTask(1),
      async () => ({ outcome: createOutcome(1) }),
      () => 0,
    );
    expect(await runSeeds(files, [1, 2])).toEqual([2]);
    expect(await new TrainingCells(files, "kept").list()).toHaveLength(2);
  });

  test("have γ in a file of their own", async () => {
    const files = new MemoryFiles();
    await runSeeds(files, [2]);
    const cells = new TrainingCells(files, "kept");
    const train = async (): Promise<never> => {
      throw new Error("trained again");
    };
    expect(await cells.getOrTrainSalience(createTask(2), train)).toEqual([2]);
    const names = await files.list("kept/cells/toy");
    expect(names.filter((name) => name.endsWith(".salience.json"))).toHaveLength(1);
  });

  test("list their label, revision and time", async () => {
    const files = new MemoryFiles();
    let time = 0;
    await new TrainingCells(files, "kept").getOrTrain(
      createTask(5, "rate 0.01"),
      async () => {
        time = 12_345;
        return { outcome: createOutcome(5) };
      },
      () => time,
    );
    const [cell] = await new TrainingCells(files, "kept").list();
    expect(cell).toMatchObject({ collection: "toy", system: "knrm", seed: 5, point: "rate 0.01" });
    expect(cell?.made).toEqual({ processorSeconds: 12.3 });
    expect(JSON.parse(cell?.key ?? "{}").revision).toBe(TRAINING_REVISION);
  });
});
