/** A training of the server resumes after an interruption and produces the same model. */

import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putJudgements } from "../../apps/server/tasks/judgements.ts";
import { Store } from "../../apps/server/tasks/store.ts";
import { dropTraining, train } from "../../apps/server/tasks/training-jobs.ts";
import { type Progress, silent } from "../../src/common/progress.ts";
import { createJudgedIndex, JUDGED_QUERIES } from "./judged-index.ts";

let root: string;
let store: Store;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "termwise-resumed-"));
  await createJudgedIndex(join(root, "world"));
  store = new Store({ root });
  await putJudgements(store, { index: "world", request: { queries: JUDGED_QUERIES } });
});
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

const folder = (name: string): string => join(root, ".server/world/models", name);
const createJobInput = (name: string, isAgain = false) => ({
  ...{ index: "world", id: name, at: "2026-01-01", isAgain },
  request: { kind: "train", model: "knrm", name, epochs: 4, depth: 20 } as const,
});

/** Fails as soon as there is a checkpoint. */
function failAtCheckpoint(name: string): Progress {
  return ({ task }) => {
    if (
      task.startsWith("training") &&
      existsSync(join(folder(name), "checkpoints/checkpoint.json"))
    )
      throw new Error("the power went");
  };
}

test("with the bytes of an uninterrupted one", async () => {
  await train(store, createJobInput("whole"), silent);
  await expect(train(store, createJobInput("broken"), failAtCheckpoint("broken"))).rejects.toThrow(
    "the power went",
  );
  expect(await readdir(folder("broken"))).toEqual(["checkpoints"]);
  await train(store, createJobInput("broken", true), silent);
  const names = await readdir(folder("whole"));
  expect(await readdir(folder("broken"))).toEqual(names);
  expect(names).not.toContain("checkpoints");
  for (const name of names) {
    const [uninterrupted, broken] = await Promise.all(
      ["whole", "broken"].map((model) => readFile(join(folder(model), name))),
    );
    expect(broken?.equals(uninterrupted as Buffer), name).toBe(true);
  }
});

test("from the beginning if the judgements have changed", async () => {
  await expect(train(store, createJobInput("other"), failAtCheckpoint("other"))).rejects.toThrow(
    "the power went",
  );
  const [first] = JUDGED_QUERIES;
  const changed = { ...first, relevant: { ...first?.relevant, "thing7-1": 1 } };
  const request = { queries: [changed as (typeof JUDGED_QUERIES)[number]] };
  await putJudgements(store, { index: "world", request });
  expect(await train(store, createJobInput("other", true), silent)).toMatchObject({
    model: "other",
  });
});

test("and leaves nothing when it is cancelled; a finished model stays", async () => {
  await expect(
    train(store, createJobInput("given-up"), failAtCheckpoint("given-up")),
  ).rejects.toThrow();
  await dropTraining(store, { index: "world", name: "given-up" });
  expect(existsSync(folder("given-up"))).toBe(false);
  await dropTraining(store, { index: "world", name: "whole" });
  expect(existsSync(join(folder("whole"), "model.json"))).toBe(true);
  await dropTraining(store, { index: "world", name: "never-begun" });
});
