/**
 * The plan of the house, and the rules that its files must keep. Pure: takes
 * sources as data, so that the rules can be tested on sources that break them.
 */

import { brokenFileRules } from "./file-rules.ts";
import { circles, importsOf, type Sources } from "./import-graph.ts";

/** The rooms, from the ground up. A room may import itself and the rooms before it. */
export const ROOMS: readonly string[] = [
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
  "search",
  "analysis",
  "client",
  "vitest",
];

/** Earlier rooms that a room must not import: using a model needs nothing of how it was learned. */
const APART: Readonly<Record<string, readonly string[]>> = {
  reranking: ["training", "discrimination"],
};

/** The folders beside `src`, and which of the others each may import. Only shells import rooms. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  apps: ["src", "experiments", "adapters"],
  adapters: ["src"],
  experiments: ["src"],
  bench: ["src", "experiments", "adapters"],
  examples: [],
  kernels: [],
};

/** Every broken rule, as a sentence that names the file. */
export function violations(sources: Sources): string[] {
  const broken: string[] = [];
  for (const [path, text] of sources) {
    const rules = path.startsWith("src/") ? brokenRoomRule : brokenShellRule;
    broken.push(...(path.startsWith("src/") ? unknownRoom(path) : []));
    broken.push(...importsOf(path, text).flatMap((target) => rules(path, target)));
    broken.push(...brokenFileRules(path, text));
  }
  return [...broken, ...circles(sources)];
}

function unknownRoom(path: string): string[] {
  const room = roomOf(path);
  return room === "" || ROOMS.includes(room) ? [] : [`${path} is in no known room`];
}

function brokenRoomRule(path: string, target: string): string[] {
  if (target.startsWith("node:") || target === "src/common/node-module.ts") {
    const isNodeFile = /(^|\/)node-[^/]*$/.test(path) || path === "src/node.ts";
    return isNodeFile ? [] : [`${path} imports ${target}, which only node-*.ts may`];
  }
  const [folder = ""] = target.split("/");
  if (folder in OUTSIDE || folder === "test") {
    return [`${path} imports ${target}, which is outside of src`];
  }
  if (folder !== "src") return []; // a package
  const [room, other] = [roomOf(path), roomOf(target)];
  if (room === "") return brokenDoorway(path, target); // a public door imports every room
  if (ROOMS.indexOf(other) > ROOMS.indexOf(room))
    return [`${path} imports ${target}, a later room`];
  if (APART[room]?.includes(other)) return [`${path} imports ${target}; ${room} does without`];
  return room === other ? [] : brokenDoorway(path, target);
}

function brokenShellRule(path: string, target: string): string[] {
  const [shell = ""] = path.split("/");
  const [folder = ""] = target.split("/");
  if (shell === "kernels" && folder !== "kernels") {
    return [`${path} imports ${target}; kernels import only kernels`];
  }
  const isFolder = folder === "src" || folder === "test" || folder in OUTSIDE;
  if (isFolder && folder !== shell && !OUTSIDE[shell]?.includes(folder)) {
    return [`${path} imports ${target}, which ${shell} may not`];
  }
  // Benchmarks measure the insides of rooms.
  return shell === "bench" || folder !== "src" ? [] : brokenDoorway(path, target);
}

/**
 * From outside, a room is entered through its door or by a file at its top. A
 * folder inside a room is entered through the folder's own door.
 */
function brokenDoorway(path: string, target: string): string[] {
  const [, , ...inside] = target.split("/"); // what follows src/<room>
  const isEntrance = inside.length < 2 || (inside.length === 2 && inside[1] === "index.ts");
  return isEntrance ? [] : [`${path} imports ${target} past the door of its folder`];
}

/** The room of a file, empty for the public doors `src/index.ts` and `src/node.ts`. */
function roomOf(path: string): string {
  const steps = path.split("/");
  return steps.length < 3 ? "" : (steps[1] as string);
}
