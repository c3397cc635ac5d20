import { expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { evaluate } from "./evaluate.ts";
import { resolveExamplePath, withExamples } from "./example-files.ts";

test("examples are found below their folder, and nothing else is", () => {
  expect(resolveExamplePath("examples:qrels.txt", "/package/data")).toBe("/package/data/qrels.txt");
  expect(resolveExamplePath("examples/qrels.txt", "/package/data")).toBe("examples/qrels.txt");
  expect(resolveExamplePath("examples:../secret", "/package/data")).toBe("examples:../secret");
});

test("runs of the examples keep their names", async () => {
  const files = withExamples(
    new MemoryFiles({ "data/qrels": "q 0 a 1\n", "data/good.run": "q Q0 a 1 1 x\n" }),
    "data",
  );
  const { out } = await createCommandRunner(files, [evaluate])(
    "evaluate",
    "examples:qrels",
    "examples:good.run",
    "--measures",
    "RR",
    "--json",
  );
  expect(JSON.parse(out)).toEqual([{ run: "good.run", queries: 1, measures: { RR: 1 } }]);
});
