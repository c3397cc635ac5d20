/**
 * Node's own modules, asked for while the program runs. No file that a page
 * reaches then imports one, so bundlers have nothing to resolve or to refuse,
 * and a file that is evaluated in a page by mistake does no harm there.
 */

/** The modules that files named `node-*.ts` ask for. */
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

/** A module of Node by its name; without any member where there is no Node. */
export function loadNodeModule<Id extends keyof NodeModules>(id: Id): NodeModules[Id] {
  return globalThis.process?.getBuiltinModule?.(id) ?? ({} as NodeModules[Id]);
}
