/**
 * The first module of a thread that does tasks. All that a task may load later is
 * loaded now, so that no search fails because descriptors have become few.
 */

import { loadModules } from "../../../src/common/node-load-modules.ts";

const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./engine-worker.ts" : "./engine-worker.js", import.meta.url).href;
await loadModules(entry);
await import(entry);
