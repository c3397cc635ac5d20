/** The imports of source files, as paths from the project root, and the cycles among them. */

/** File contents by path from the root of the project, such as `src/text/stemmer.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** The imports of a file: a path from the root for a relative import, the bare name otherwise. */
export function parseImports(path: string, text: string): string[] {
  const names = [...stripComments(text).matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)];
  return names.map(([, name = ""]) => (name.startsWith(".") ? resolvePath(path, name) : name));
}

/** Source text without comments. A `//` inside a string, such as a URL, is not a comment. */
export function stripComments(text: string): string {
  return text.replaceAll(COMMENT, "");
}

/** The comments of a source text. */
export function extractComments(text: string): string[] {
  return text.match(COMMENT) ?? [];
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`\\\w])\/\/ .*$/gm;

/** Every import cycle once, as the path that closes it. */
export function findCycles(sources: Sources): string[] {
  const cycles: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      cycles.push(`circular import: ${[...trail.slice(trail.indexOf(path)), path].join(" > ")}`);
      return;
    }
    state.set(path, "open");
    for (const target of parseImports(path, stripTypeImports(sources.get(path) ?? ""))) {
      if (sources.has(target)) visit(target, [...trail, path]);
    }
    state.set(path, "done");
  };
  for (const path of sources.keys()) visit(path, []);
  return cycles;
}

/** The files that a file loads at once, with itself: what it imports, but for types, and what those import. */
export function listLoadedFiles(sources: Sources, entry: string): string[] {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const code = stripTypeImports(stripComments(sources.get(path) ?? ""));
    for (const [, name = ""] of code.matchAll(/\b(?:from|import)\s*"(\.[^"\n]+)"/g)) {
      const target = resolvePath(path, name);
      if (sources.has(target)) loaded.add(target);
    }
  }
  return [...loaded];
}

/** Type-only imports cannot form a cycle at run time. */
function stripTypeImports(text: string): string {
  return text.replaceAll(/\b(?:import|export) type [^;]*;/g, "");
}

export function resolvePath(from: string, to: string): string {
  const steps = from.split("/").slice(0, -1);
  for (const step of to.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}
