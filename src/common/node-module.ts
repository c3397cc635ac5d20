/**
 * Loads Node's built-in modules at run time. No file that a page reaches imports one, so bundlers
 * have nothing to resolve or reject, and a file that a page evaluates by mistake does no harm.
 */

/** The modules that files named `node-*.ts` load. */
interface NodeModules {
  "node:child_process": typeof import("node:child_process");
  "node:crypto": typeof import("node:crypto");
  "node:fs": typeof import("node:fs");
  "node:fs/promises": typeof import("node:fs/promises");
  "node:os": typeof import("node:os");
  "node:path": typeof import("node:path");
  "node:stream": typeof import("node:stream");
  "node:url": typeof import("node:url");
  "node:util": typeof import("node:util");
  "node:worker_threads": typeof import("node:worker_threads");
  "node:zlib": typeof import("node:zlib");
}

/** A module of Node by its name; an empty object without Node. */
export function loadNodeModule<Id extends keyof NodeModules>(id: Id): NodeModules[Id] {
  return globalThis.process?.getBuiltinModule?.(id) ?? ({} as NodeModules[Id]);
}
