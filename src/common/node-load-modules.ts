/**
 * Loads the modules of a program one by one, in Node.
 *
 * Node opens all files of an import at once, hundreds of them, and remembers for good that a module
 * could not be opened. Where descriptors are few, or may become few while a server runs, modules
 * are loaded beforehand: each after those that it imports, so that one file is open at a time.
 */

import { loadNodeModule } from "./node-module.ts";

const { readFileSync } = loadNodeModule("node:fs");

/** Below this many descriptors an import of hundreds of modules may fail. */
const MANY_DESCRIPTORS = 1024;

/** In compiled modules, in which a list of names that takes several lines ends with a brace. */
const STATIC_IMPORT =
  /^(?:import|export|\})(?:[^"\r\n\u2028\u2029]* from)? "([^"\r\n\u2028\u2029]+)"/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*"([^"]+)"\s*\)/g;
/** The first module of a thread must not run in another one. */
const THREAD_MODULE = /-thread\.[jt]s$/;

/** The limit of open files of this process; infinite where it is not known. */
export function readDescriptorLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export function hasFewDescriptors(): boolean {
  return readDescriptorLimit() < MANY_DESCRIPTORS;
}

/** Loads a built module and all that it imports, at once or later, but for what it imports later and `isNeeded` refuses. */
export async function loadModules(
  entry: string,
  isNeeded?: (module: string) => boolean,
): Promise<void> {
  if (entry.endsWith(".ts")) return; // a test runner loads the sources in its own way
  for (const module of listModules(entry, isNeeded)) await import(module);
}

/** The modules that a built one reaches by relative imports, each after those that it imports at once. */
export function listModules(
  entry: string,
  isNeeded: (module: string) => boolean = () => true,
): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const later: string[] = [entry];
  for (let root = later.shift(); root !== undefined; root = later.shift()) {
    const stack: { readonly module: string; readonly imports: string[] }[] = [];
    const visit = (module: string): void => {
      if (seen.has(module)) return;
      seen.add(module);
      const text = readFileSync(new URL(module), "utf8");
      stack.push({ module, imports: findImports(module, text, STATIC_IMPORT) });
      later.push(...findImports(module, text, DYNAMIC_IMPORT).filter(isNeeded));
    };
    visit(root);
    // Not recursive: a chain of imports may be long.
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.imports.pop();
      if (next !== undefined) visit(next);
      else order.push((stack.pop() as typeof top).module);
    }
  }
  return order;
}

function findImports(module: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([, name = ""]) => name)
    .filter((name) => name.startsWith(".") && !THREAD_MODULE.test(name))
    .map((name) => new URL(name, module).href);
}
