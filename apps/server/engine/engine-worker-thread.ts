/**
 * The first module of a thread that does tasks. All that a task may load later is
 * loaded now, so that no search fails because descriptors have become few.
 */

import { workerData } from "node:worker_threads";
import { loadModules } from "../../../src/common/node-load-modules.ts";
import type { ThreadData } from "./engine-worker.ts";
import { lowerPriority } from "./thread-priority.ts";

/**
 * What only jobs and writes, remote indexes and reports need. A thread that searches has each module
 * in its own heap; what such a thread needs of these after all, it loads late.
 */
const NOT_FOR_SEARCHES =
  /\/src\/(?:evaluation|neural|search\/learning|dense\/training\/index|tensor\/webgpu\/session|index\/(?:merging\/reorder-segment|packed\/index|backups\/index)|storage\/http-directory)\.js$/;
const CLUSTER = /\/adapters\/opensearch\//;

const { catalog, isReader } = workerData as ThreadData;
lowerPriority();
const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./engine-worker.ts" : "./engine-worker.js", import.meta.url).href;
await loadModules(
  entry,
  (module) =>
    !(isReader && NOT_FOR_SEARCHES.test(module)) &&
    (catalog.cluster !== undefined || !CLUSTER.test(module)),
);
await import(entry);
