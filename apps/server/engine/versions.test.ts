import { expect, test } from "vitest";
import { TermwiseError } from "../../../src/common/errors.ts";
import { Versions } from "./versions.ts";

const fail = (error: Error) => () => Promise.reject(error);

test("a write counts as a change, and a new index of a name has another epoch", async () => {
  const versions = new Versions();
  expect(versions.get({ index: "a" })).toEqual({ epoch: 0, changes: 0 });
  expect(await versions.countChange("addDocuments", { index: "a" }, async () => "3")).toBe("3");
  expect(versions.get({ index: "a" })).toEqual({ epoch: 0, changes: 1 });
  for (const task of ["deleteIndex", "makeIndex"]) {
    await versions.countChange(task, { index: "a" }, async () => "");
  }
  expect(versions.get({ index: "a" })).toEqual({ epoch: 2, changes: 3 });
  expect([...versions.all().keys()]).toEqual(["a"]);
});

test("a write that fails may have changed the index", async () => {
  const versions = new Versions();
  const write = versions.countChange("addDocuments", { index: "a" }, fail(new Error("half of it")));
  await expect(write).rejects.toThrow("half of it");
  expect(versions.get({ index: "a" })).toEqual({ epoch: 0, changes: 1 });
  const missing = new TermwiseError("NOT_FOUND", "there is no index");
  const again = versions.countChange("addDocuments", { index: "a" }, fail(missing));
  await expect(again).rejects.toThrow("there is no index");
  expect(versions.get({ index: "a" }).changes).toBe(2);
});

test("writes to indexes that do not exist take no memory", async () => {
  const versions = new Versions();
  const missing = new TermwiseError("NOT_FOUND", "there is no index");
  const invalid = new TermwiseError("BAD_ARGUMENT", "the name of an index is 1 to 64 letters");
  for (let i = 0; i < 1000; i++) {
    for (const [index, error] of [
      [`no-${i}`, missing],
      [`No ${i}`, invalid],
    ] as const) {
      await expect(versions.countChange("putDocument", { index }, fail(error))).rejects.toThrow();
    }
  }
  expect(versions.all().size).toBe(0);
});
