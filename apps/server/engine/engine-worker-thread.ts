/**
 * The first module of a thread that does tasks. All that a task may load later is
 * loaded now, so that no search fails because descriptors have become few.
 */

import { workerData } from "node:worker_threads";
import { loadModules } from "../../../src/common/node-load-modules.ts";
import { hasModels } from "../tasks/index-catalog.ts";
import type { ThreadData } from "./engine-worker.ts";
import { isNeededModule, type ThreadPurpose } from "./needed-modules.ts";
import { lowerPriority } from "./thread-priority.ts";

const { catalog, isReader } = workerData as ThreadData;
lowerPriority();
const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./engine-worker.ts" : "./engine-worker.js", import.meta.url).href;
const purpose: ThreadPurpose = {
  isReader,
  hasModels: catalog.encoder !== undefined || (await hasModels(catalog)),
  hasCluster: catalog.cluster !== undefined,
};
await loadModules(entry, (module) => isNeededModule(module, purpose));
await import(entry);
