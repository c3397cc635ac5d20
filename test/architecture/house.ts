/**
 * The plan of the house, and the rules that its files must keep. Pure: takes
 * sources as data, so that the rules can be tested on sources that break them.
 */

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
];

/** Earlier rooms that a room must do without all the same: using a model needs nothing of how it was learned. */
const APART: Readonly<Record<string, readonly string[]>> = {
  reranking: ["training", "discrimination"],
};

/** File contents by path from the root of the project, such as `src/text/stem.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** Every broken rule, as a sentence that names the file. */
export function violations(sources: Sources): string[] {
  const broken: string[] = [];
  for (const [path, text] of sources) {
    const imports = importsOf(path, text);
    if (path.startsWith("src/")) {
      broken.push(...roomRules(path), ...imports.flatMap((target) => importRules(path, target)));
    }
    broken.push(...fileRules(path, text));
  }
  return [...broken, ...cycles(sources)];
}

function roomRules(path: string): string[] {
  const steps = path.split("/");
  if (steps.length === 2) return []; // src/index.ts and the like
  return ROOMS.includes(steps[1] as string) ? [] : [`${path} is in no known room`];
}

function importRules(path: string, target: string): string[] {
  if (target.startsWith("node:")) {
    return fileName(path).startsWith("node-") || path === "src/node.ts"
      ? []
      : [`${path} imports ${target}, which only node-*.ts may`];
  }
  if (!target.includes("/")) return [];
  if (!target.startsWith("src/")) {
    return isPath(target) ? [`${path} imports ${target}, which is outside of src`] : [];
  }
  if (path.split("/").length === 2) return []; // a public door imports every room
  if (level(target) > level(path)) return [`${path} imports ${target}, a later room`];
  const [room = "", other = ""] = [path.split("/")[1], target.split("/")[1]];
  return APART[room]?.includes(other) ? [`${path} imports ${target}; ${room} does without`] : [];
}

function fileRules(path: string, text: string): string[] {
  const broken: string[] = [];
  if (/^(utils?|helpers?|misc|types|shared|stuff)\.ts$/.test(fileName(path))) {
    broken.push(`${path} has a name that says nothing`);
  }
  if (!/^[a-z0-9.-]+$/.test(fileName(path))) broken.push(`${path} is not in kebab-case`);
  const lines = text.split("\n").length;
  const isTable = /\bdata table\b|\bgenerated\b/i.test(text.slice(0, 200));
  if (lines > 500 && !isTable) broken.push(`${path} has ${lines} lines; split it`);
  return broken;
}

/** Each circle of imports once, as the path that closes it. */
function cycles(sources: Sources): string[] {
  const found: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push(`circular import: ${[...trail.slice(trail.indexOf(path)), path].join(" > ")}`);
      return;
    }
    state.set(path, "open");
    const text = sources.get(path) ?? "";
    for (const target of importsOf(path, withoutTypes(text))) {
      if (sources.has(target)) visit(target, [...trail, path]);
    }
    state.set(path, "done");
  };
  for (const path of sources.keys()) visit(path, []);
  return found;
}

/** What a file imports: a path from the root for relative imports, the bare name otherwise. */
export function importsOf(path: string, text: string): string[] {
  const names = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)];
  return names.map(([, name = ""]) => (name.startsWith(".") ? resolvePath(path, name) : name));
}

/** Imports of types alone cannot make a circle at run time. */
function withoutTypes(text: string): string {
  return text.replaceAll(/\b(?:import|export) type [^;]*;/g, "");
}

/** The path from the root of what a file imports by a relative path. */
export function resolvePath(from: string, to: string): string {
  const steps = from.split("/").slice(0, -1);
  for (const step of to.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}

function level(path: string): number {
  return ROOMS.indexOf(path.split("/")[1] ?? "");
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isPath(target: string): boolean {
  return /^(apps|adapters|bench|test|examples|experiments|kernels)\//.test(target);
}
