/** An experiment trains on a GPU as on the CPU, and neither takes the stored trainings of the other. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { experiment } from "../../apps/cli/experiment.ts";
import { writeTopicCollections } from "../../apps/cli/topic-collections.contract.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";

interface Cell {
  readonly system: string;
  readonly outcome: { readonly losses: readonly number[]; readonly testDeep: object };
}

const folder = createTemporaryFolder("gpu-experiment");
const at = (name: string): string => join(folder, name);
const type = createCommandRunner(new NodeFiles(), [experiment]);

function readCells(): readonly Cell[] {
  const cells = at("kept/cells");
  return readdirSync(cells).flatMap((collection) =>
    readdirSync(join(cells, collection)).map(
      (name) => JSON.parse(readFileSync(join(cells, collection, name), "utf8")) as Cell,
    ),
  );
}

test("X0-tab1 --device gpu has the losses and values of the CPU, in cells of its own", async () => {
  writeTopicCollections(folder);
  const perform = async (device: string): Promise<readonly Cell[]> => {
    const { code, note } = await type(
      ...["experiment", "X0-tab1", "--collection", at("split"), "--device", device],
      ...["--out", at(device), "--set"],
      `models=knrm; vectors=${at("vectors.txt")}; epochs=1; examples=64; keep=${at("kept")}`,
    );
    expect(note).not.toContain("error");
    expect(code).toBe(0);
    return readCells();
  };
  expect((await perform("cpu")).map(({ system }) => system)).toEqual(["knrm"]);
  const cells = await perform("gpu");
  expect(cells.map(({ system }) => system).sort()).toEqual(["gpu knrm", "knrm"]);
  const [cpu, gpu] = ["knrm", "gpu knrm"].map((name) => cells.find((each) => each.system === name));
  expect(gpu?.outcome.losses.length).toBeGreaterThan(0);
  for (const [i, loss] of (gpu?.outcome.losses ?? []).entries()) {
    expect(loss).toBeCloseTo(cpu?.outcome.losses[i] as number, 3);
  }
  expect(gpu?.outcome.testDeep).toEqual(cpu?.outcome.testDeep);
  const report = JSON.parse(readFileSync(at("gpu/report.json"), "utf8"));
  expect(report.configuration.device).toBe("gpu");
}, 600_000);
