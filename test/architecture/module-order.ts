/**
 * The plan of the house, and the rules that its files must keep. Pure: takes
 * sources as data, so that the rules can be tested on sources that break them.
 */

import { checkFileRules } from "./file-rules.ts";
import { findCycles, parseImports, type Sources } from "./import-graph.ts";

/** The rooms, from the ground up. A room may import itself and the rooms before it. */
export const MODULES: readonly string[] = [
  "common",
  "storage",
  "text",
  "collection",
  "evaluation",
  "index",
  "ranking",
  "tensor",
  "embeddings",
  "models",
  "scoring",
  "training",
  "discrimination",
  "reranking",
  "api",
  "search",
  "analysis",
  "client",
  "vitest",
];

/** Earlier rooms that a room must not import: using a model needs nothing of how it was learned. */
const FORBIDDEN_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  reranking: ["training", "discrimination"],
};

/** The folders beside `src`, and which of the others each may import. Only shells import rooms. */
const OUTER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  apps: ["src", "experiments", "adapters"],
  adapters: ["src"],
  experiments: ["src"],
  bench: ["src", "experiments", "adapters"],
  examples: [],
  kernels: [],
};

/** Every broken rule, as a sentence that names the file. */
export function findViolations(sources: Sources): string[] {
  const broken: string[] = [];
  for (const [path, text] of sources) {
    const rules = path.startsWith("src/") ? checkModuleImport : checkOuterImport;
    broken.push(...(path.startsWith("src/") ? checkModuleExists(path) : []));
    broken.push(...parseImports(path, text).flatMap((target) => rules(path, target)));
    broken.push(...checkFileRules(path, text));
  }
  return [...broken, ...findCycles(sources)];
}

function checkModuleExists(path: string): string[] {
  const moduleName = parseModuleName(path);
  return moduleName === "" || MODULES.includes(moduleName) ? [] : [`${path} is in no known room`];
}

function checkModuleImport(path: string, target: string): string[] {
  if (target.startsWith("node:") || target === "src/common/node-module.ts") {
    const isNodeFile = /(^|\/)node-[^/]*$/.test(path) || path === "src/node.ts";
    return isNodeFile ? [] : [`${path} imports ${target}, which only node-*.ts may`];
  }
  const [folder = ""] = target.split("/");
  if (folder in OUTER_FOLDERS || folder === "test") {
    return [`${path} imports ${target}, which is outside of src`];
  }
  if (folder !== "src") return []; // a package
  const [moduleName, other] = [parseModuleName(path), parseModuleName(target)];
  if (moduleName === "") return checkEntryPoint(path, target); // a public door imports every room
  if (MODULES.indexOf(other) > MODULES.indexOf(moduleName))
    return [`${path} imports ${target}, a later room`];
  if (FORBIDDEN_IMPORTS[moduleName]?.includes(other))
    return [`${path} imports ${target}; ${moduleName} does without`];
  return moduleName === other ? [] : checkEntryPoint(path, target);
}

function checkOuterImport(path: string, target: string): string[] {
  const [importer = ""] = path.split("/");
  const [folder = ""] = target.split("/");
  if (importer === "kernels" && folder !== "kernels") {
    return [`${path} imports ${target}; kernels import only kernels`];
  }
  const isFolder = folder === "src" || folder === "test" || folder in OUTER_FOLDERS;
  if (isFolder && folder !== importer && !OUTER_FOLDERS[importer]?.includes(folder)) {
    return [`${path} imports ${target}, which ${importer} may not`];
  }
  // Benchmarks measure the insides of rooms.
  return importer === "bench" || folder !== "src" ? [] : checkEntryPoint(path, target);
}

/**
 * From outside, a room is entered through its door or by a file at its top. A
 * folder inside a room is entered through the folder's own door.
 */
function checkEntryPoint(path: string, target: string): string[] {
  const [, , ...inside] = target.split("/"); // what follows src/<room>
  const isEntrance = inside.length < 2 || (inside.length === 2 && inside[1] === "index.ts");
  return isEntrance ? [] : [`${path} imports ${target} past the door of its folder`];
}

/** The room of a file, empty for the public doors `src/index.ts` and `src/node.ts`. */
function parseModuleName(path: string): string {
  const steps = path.split("/");
  return steps.length < 3 ? "" : (steps[1] as string);
}
