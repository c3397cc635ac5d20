/**
 * A name or a path is no key of a cache: what has it may be deleted and made again. Contents are
 * cached by `CacheKey` or `IndexIdentity` (apps/server/tasks/cache-key.ts), which a text is not.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stripComments } from "./import-graph.ts";

const folder = join(import.meta.dirname, "../../apps/server");

/** A map by text that lives longer than a call: of a module, of an object, or one that is called a cache. */
const LASTING_MAP =
  /^(?:(?:export )?(?:const|let) | {2}(?:readonly )?#?(?!const |let )| +const (?=\w*cache))(\w+)[^=\n]* = new Map<\s*string\b/gim;

/** Maps by text that hold nothing of an index, a model or a file, with what their keys are. */
const ALLOWED: Readonly<Record<string, string>> = {
  "behavior/behavior-log.ts files":
    "names; the values are files to append to, which go when the index is deleted or a write fails",
  "behavior/behavior-log.ts pending":
    "names; the values are records that are written within a second",
  "compat/algolia-words.ts matches": "words of one query",
  "engine/memory-broker.ts memories": "ids of memories, which are never used again",
  "engine/memory-broker.ts open":
    "folders; the values are memories, whose items are named by the contents of their files",
  "engine/task-queue.ts lastTurns": "clients",
  "engine/task-times.ts kinds": "kinds of tasks; the values are durations",
  "engine/versions.ts versions": "names; the values are the epochs that identities consist of",
  "engine/writer-queues.ts assignments":
    "names; the values are threads, which hold nothing of an index",
  "jobs/jobs.ts entries": "ids of jobs, which are never used again",
  "metrics.ts routes": "routes",
  "router.ts cache": "paths; the values are declared routes",
  "tasks/store.ts names": "names; the values are the identities that they mean at present",
};

function findLastingMaps(code: string): string[] {
  return Array.from(stripComments(code).matchAll(LASTING_MAP), ([, name = ""]) => name);
}

test("the rule finds maps of modules and objects, and no others", () => {
  expect(findLastingMaps("const cache = new Map<string, number>();")).toEqual(["cache"]);
  expect(findLastingMaps("const cache = new Map<\n  string,\n  { a: 1 }\n>();")).toEqual(["cache"]);
  expect(findLastingMaps("class A {\n  readonly #byPath = new Map<string, B>();")).toEqual([
    "byPath",
  ]);
  expect(findLastingMaps("  const modelCache = new Map<string, B>();")).toEqual(["modelCache"]);
  expect(findLastingMaps("const cache = new Map<CacheKey, number>();")).toEqual([]);
  expect(findLastingMaps("function f() {\n  const local = new Map<string, B>();")).toEqual([]);
});

test("no cache of the server has names or paths as keys", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((path) =>
    findLastingMaps(readFileSync(join(folder, path), "utf8")).map((name) => `${path} ${name}`),
  );
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});
