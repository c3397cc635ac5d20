/**
 * The modules of src/ in their order, and the rules for imports between them.
 * Pure: takes sources as data, so that the rules can be tested on sources that
 * break them.
 */

import { checkFileRules } from "./file-rules.ts";
import { findCycles, parseImports, type Sources } from "./import-graph.ts";

/**
 * The modules, lowest first. A module may import itself and the modules before
 * it. `dense/vectors` and `dense/hnsw` are the files of a segment, which index/
 * writes, merges and checks; the rest of dense/ searches an index
 * (docs/decisions/0006-dense-module.md).
 */
export const MODULES: readonly string[] = [
  "common",
  "storage",
  "text",
  "collection",
  "evaluation",
  "dense/vectors",
  "dense/hnsw",
  "index",
  "ranking",
  "tensor",
  "embeddings",
  "models",
  "scoring",
  "training",
  "discrimination",
  "reranking",
  "dense",
  "api",
  "behavior",
  "search",
  "analysis",
  "client",
  "vitest",
];

/** The modules that are folders of src/ with an entry point: all but the parts of dense/. */
export const TOP_MODULES: readonly string[] = MODULES.filter((name) => !name.includes("/"));

/** Earlier modules that a module must not import: using a model does not need its training. */
const FORBIDDEN_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  reranking: ["training", "discrimination"],
};

/** Folders of later modules that a module may import: all files of a segment share one format. */
const SHARED_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "dense/vectors": ["src/index/encoding/", "src/index/files/"],
  "dense/hnsw": ["src/index/encoding/", "src/index/files/"],
};

/** The folders beside `src`, and which of the others each may import. Only apps and adapters import modules. */
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
  return moduleName === "" || MODULES.includes(moduleName) ? [] : [`${path} is in no module`];
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
  if (moduleName === "") return checkEntryPoint(path, target); // the package's entry points import every module
  if (SHARED_FOLDERS[moduleName]?.some((shared) => target.startsWith(shared))) return [];
  if (MODULES.indexOf(other) > MODULES.indexOf(moduleName))
    return [`${path} imports ${target}, a later module`];
  if (FORBIDDEN_IMPORTS[moduleName]?.includes(other))
    return [`${path} imports ${target}; ${moduleName} must not`];
  return moduleName === other ? [] : checkEntryPoint(path, target);
}

/**
 * What the server imports: entry points of the package, the declarations that its routes derive
 * from (api), and code without any knowledge of retrieval (common). The thread of the sockets takes
 * what it needs of files and of requests from the modules themselves, because the entry points would
 * load the engine.
 */
const FOR_SERVER = new RegExp(
  `^src/(?:(?:${[
    "index|node|retrieval|neural|evaluation|client/index",
    "storage/(?:node-directory|node-files|replace-file|storage-errors)",
    "search/(?:boost-text|filter|filter-text)",
    "ranking/needs-query-vector",
  ].join("|")})\\.ts$|api/|common/)`,
);

/** The server uses the public API; the command line starts the server and uses nothing else of it. */
function checkApp(path: string, target: string): string[] {
  const isInternal = target.startsWith("src/") && !FOR_SERVER.test(target);
  if (path.startsWith("apps/server/") && isInternal) {
    return [`${path} imports ${target}; the server uses the public API`];
  }
  const isInside = target.startsWith("apps/server/") && target !== "apps/server/serve.ts";
  if (path.startsWith("apps/cli/") && isInside) {
    return [`${path} imports ${target}; a command imports apps/server/serve.ts alone`];
  }
  return [];
}

function checkOuterImport(path: string, target: string): string[] {
  const [importer = ""] = path.split("/");
  const broken = checkApp(path, target);
  if (broken.length > 0) return broken;
  const [folder = ""] = target.split("/");
  if (importer === "kernels" && folder !== "kernels") {
    return [`${path} imports ${target}; kernels import only kernels`];
  }
  const isFolder = folder === "src" || folder === "test" || folder in OUTER_FOLDERS;
  if (isFolder && folder !== importer && !OUTER_FOLDERS[importer]?.includes(folder)) {
    return [`${path} imports ${target}, which ${importer} may not`];
  }
  // Benchmarks measure the internals of modules.
  return importer === "bench" || folder !== "src" ? [] : checkEntryPoint(path, target);
}

/**
 * From outside, a module is imported by its entry point or by a file at its top,
 * and a folder inside a module by the folder's own entry point.
 */
function checkEntryPoint(path: string, target: string): string[] {
  const inside = target.slice(`src/${parseModuleName(target)}/`.length).split("/");
  const isEntrance = inside.length < 2 || (inside.length === 2 && inside[1] === "index.ts");
  return isEntrance ? [] : [`${path} imports ${target} past the entry point of its folder`];
}

/** The module of a file, empty for the package's entry points such as `src/index.ts`. */
export function parseModuleName(path: string): string {
  const [, folder = "", part = ""] = path.split("/");
  if (path.split("/").length < 3) return "";
  return MODULES.includes(`${folder}/${part}`) ? `${folder}/${part}` : folder;
}
