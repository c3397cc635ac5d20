import { beforeAll, describe, expect, test } from "vitest";
import { defined } from "../common/defined.ts";
import { Random } from "../common/random.ts";
import { parseMeasure } from "../evaluation/index.ts";
import { createModel, type NeuralModel } from "../models/index.ts";
import {
  createTrainingFixture,
  type TrainingFixture,
} from "../scoring/training-fixture.contract.ts";
import { Validation } from "../scoring/validation.ts";
import type { Directory } from "../storage/directory.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { wasmBackend } from "../tensor/index.ts";
import type { Example, ExampleSource } from "./examples.ts";
import { LOSS_NAMES } from "./losses.ts";
import { sampleExamples } from "./sampled-examples.ts";
import { type TrainingResult, train } from "./trainer.ts";

let fixture: TrainingFixture;
beforeAll(async () => {
  fixture = await createTrainingFixture();
});

function createSource(examples: readonly Example[]): ExampleSource {
  return {
    size: examples.length,
    async *examples() {
      yield examples;
    },
  };
}

/** 64 triples of random words: nothing to generalise, only to memorise. */
function createRandomTriples(): Example[] {
  const random = new Random(5);
  const tokens = (count: number) => Array.from({ length: count }, () => 2 + random.below(60));
  return Array.from({ length: 64 }, () => {
    return { query: tokens(3), documents: [tokens(8), tokens(8)], grades: [1, 0] };
  });
}

function createSampledSource(): ExampleSource {
  const { snapshot, candidates, sequences } = fixture;
  return sampleExamples(snapshot, candidates, sequences, new Random(3), { hard: 2 });
}

function createFixtureModel(): NeuralModel {
  return createModel("knrm", fixture.vocabulary.size, { dimensions: 12 });
}

const SETTINGS = { epochs: 3, batchSize: 8, period: 3, networkRate: 0.02, embeddingRate: 0.02 };

function prepareValidation(): Promise<Validation> {
  const measure = parseMeasure("RR@10");
  return Validation.prepare(fixture.candidates, fixture.sequences, { measure, deepest: 10 });
}

async function trainSmall(
  checkpoints?: Directory,
  source = createSampledSource(),
  trained = createFixtureModel(),
): Promise<TrainingResult> {
  return train(wasmBackend(), trained, source, {
    settings: SETTINGS,
    validation: await prepareValidation(),
    ...defined({ checkpoints }),
  });
}

describe("training", () => {
  test.each(["knrm", "s-knrm"])(
    "%s memorises 64 triples: the hinge falls below 0.05",
    async (name) => {
      const small = createModel(name, 62, { dimensions: 24 });
      const { record } = await train(wasmBackend(), small, createSource(createRandomTriples()), {
        settings: { epochs: 150, networkRate: 0.02, embeddingRate: 0.02, period: 10 },
      });
      expect(record.periods.at(-1)?.loss).toBeLessThan(0.05);
    },
  );

  test.each(LOSS_NAMES)(
    "learns by %s relations that the first stage cannot match",
    async (loss) => {
      const settings = { ...SETTINGS, loss, epochs: 16 };
      const { record } = await train(wasmBackend(), createFixtureModel(), createSampledSource(), {
        settings,
        validation: await prepareValidation(),
      });
      // BM25 cannot distinguish the four shades of an object: it finds the right one at ranks 1 to
      // 4 equally often, a mean reciprocal rank of (1 + 1/2 + 1/3 + 1/4) / 4 = 0.52.
      expect(record.periods[record.kept]?.value).toBeGreaterThan(0.8);
      expect(record.measure).toBe("RR@10");
    },
  );

  test("gives the same bytes and the same record again", async () => {
    const [a, b] = [await trainSmall(), await trainSmall()];
    expect(b.record).toEqual(a.record);
    expect(b.weights).toEqual(a.weights);
  });

  test("keeps the values of the best validation, not of the last step", async () => {
    const { record } = await trainSmall();
    const values = record.periods.map(({ value }) => value as number);
    expect(values[record.kept]).toBe(Math.max(...values));
  });

  test("ends after the maximum number of examples, or when validation stops improving", async () => {
    const source = createSampledSource();
    const few = await train(wasmBackend(), createFixtureModel(), source, {
      settings: { maxExamples: 20 },
    });
    expect(few.record.ending).toBe("examples");
    expect(few.record.periods.at(-1)?.examples).toBe(20);
    // With rates this small no ranking changes, so no validation is better than the first.
    const settings = { networkRate: 1e-12, embeddingRate: 0, period: 1, patience: 2, batchSize: 4 };
    const idle = await train(wasmBackend(), createFixtureModel(), source, {
      settings,
      validation: await prepareValidation(),
    });
    expect(idle.record.ending).toBe("patience");
    expect(idle.record.periods).toHaveLength(3);
    expect(idle.record.kept).toBe(0);
  });

  test("throws an error that names the tensor when values diverge", async () => {
    const settings = { loss: "mse", networkRate: 1e38 } as const;
    const run = train(wasmBackend(), createFixtureModel(), createSampledSource(), { settings });
    await expect(run).rejects.toThrow(/^knrm stopped at step \d+: .* holds a NaN or an infinity$/);
  });

  test("refuses invalid settings and a source without examples", async () => {
    const bad = train(wasmBackend(), createFixtureModel(), createSampledSource(), {
      settings: { epochs: 0 },
    });
    await expect(bad).rejects.toThrow("epochs must be a whole number ≥ 1, got 0");
    const none = train(wasmBackend(), createFixtureModel(), createSource([]));
    await expect(none).rejects.toThrow("training needs examples, got none");
  });
});

/** Examples that fail after `count` of them, as if the process had been killed there. */
function failAfter(source: ExampleSource, count: number): ExampleSource {
  let yielded = 0;
  return {
    ...source,
    async *examples(epoch) {
      for await (const run of source.examples(epoch)) {
        for (const example of run) {
          if (yielded++ === count) throw new Error("killed");
          yield [example];
        }
      }
    },
  };
}

describe("an interrupted training", () => {
  test("ends with the same bytes as an uninterrupted one, wherever it was killed", async () => {
    const uninterrupted = await trainSmall();
    for (const count of [5, 30, 61, 90]) {
      const checkpoints = new MemoryDirectory();
      await expect(
        trainSmall(checkpoints, failAfter(createSampledSource(), count)),
      ).rejects.toThrow("killed");
      const resumed = await trainSmall(checkpoints);
      expect(resumed.record).toEqual(uninterrupted.record);
      expect(resumed.weights).toEqual(uninterrupted.weights);
    }
  });

  test("drops out the same values as an uninterrupted one", async () => {
    const small = { dimensions: 6, filters: 4, pool: 4, hidden: "6", combine: "sum" };
    const words = { matches: "exact", queryLength: 30, documentLength: 180 };
    const duet = (dropout: number) =>
      createModel("duet", fixture.vocabulary.size, { ...small, ...words, dropout });
    const uninterrupted = await trainSmall(undefined, createSampledSource(), duet(0.5));
    const checkpoints = new MemoryDirectory();
    const killed = trainSmall(checkpoints, failAfter(createSampledSource(), 61), duet(0.5));
    await expect(killed).rejects.toThrow("killed");
    expect(await trainSmall(checkpoints, createSampledSource(), duet(0.5))).toEqual(uninterrupted);
    const { weights } = await trainSmall(undefined, createSampledSource(), duet(0));
    expect(weights).not.toEqual(uninterrupted.weights);
  });

  test("restores the plateau counter: the rates fall at the same steps", async () => {
    // No validation is better than the first, so the rates halve after every second one.
    const settings = { networkRate: 1e-12, embeddingRate: 0, period: 1, plateau: 1, batchSize: 4 };
    const onPlateau = async (source: ExampleSource, checkpoints: Directory) =>
      train(wasmBackend(), createFixtureModel(), source, {
        settings: { ...settings, maxExamples: 24 },
        validation: await prepareValidation(),
        checkpoints,
      });
    const uninterrupted = await onPlateau(createSampledSource(), new MemoryDirectory());
    const factors = uninterrupted.record.periods.map(({ rateFactor }) => rateFactor);
    expect(factors).toEqual([1, 1, 1, 0.5, 0.5, 0.25]);
    const checkpoints = new MemoryDirectory();
    await expect(onPlateau(failAfter(createSampledSource(), 10), checkpoints)).rejects.toThrow(
      "killed",
    );
    expect(await onPlateau(createSampledSource(), checkpoints)).toEqual(uninterrupted);
  });

  test("ends at once if it had already ended", async () => {
    const checkpoints = new MemoryDirectory();
    const uninterrupted = await trainSmall(checkpoints);
    expect(await trainSmall(checkpoints)).toEqual(uninterrupted);
  });

  test("does not resume with other settings", async () => {
    const checkpoints = new MemoryDirectory();
    await trainSmall(checkpoints);
    const other = train(wasmBackend(), createFixtureModel(), createSampledSource(), {
      settings: { ...SETTINGS, seed: 2 },
      checkpoints,
    });
    await expect(other).rejects.toThrow("checkpoint.json is of a training with other settings");
  });
});
