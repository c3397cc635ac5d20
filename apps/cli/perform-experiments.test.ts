import { expect, test } from "vitest";
import { type Experiment, ExperimentRequest } from "../../experiments/index.ts";
import { MemoryFiles } from "../../src/storage/index.ts";
import type { CommandContext } from "./command.ts";
import { performExperiments } from "./perform-experiments.ts";

function createExperiment(id: string, run: Experiment["run"]): Experiment {
  return { id, title: `about ${id}`, source: "a test", collections: [], options: [], run };
}

const empty = { title: "", texts: [], tables: [], figures: [], results: {}, runs: [] };

test("an experiment that fails is named and does not stop the others", async () => {
  const files = new MemoryFiles();
  const printed: string[] = [];
  const context: CommandContext = {
    out: (text) => printed.push(String(text)),
    note: () => {},
    files,
    progress: () => {},
    hasColor: false,
    findPackage: async (name) => name,
  };
  const experiments = [
    createExperiment("first", async () => empty),
    createExperiment("second", () => Promise.reject(new Error("the loss is not a number"))),
    createExperiment("third", async () => empty),
  ];
  const tasks = experiments.map((each) => [each, new ExperimentRequest(each)] as const);
  await expect(performExperiments(tasks, context, { out: "out" })).rejects.toThrow(
    "1 of 3 experiments failed: second",
  );
  expect(await files.kind("out/first/report.json")).toBe("file");
  expect(await files.kind("out/second/report.json")).toBeUndefined();
  expect(await files.kind("out/third/report.json")).toBe("file");
  expect(printed[1]).toBe("second: about second (failed: the loss is not a number)");
  const table = printed.at(-1) ?? "";
  expect(table).toMatch(/^second +\d+\.\d +\d+\.\d +failed$/m);
  expect(table).toMatch(/^all +\d+\.\d +\d+\.\d$/m);
});
