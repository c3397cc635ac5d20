/**
 * The names that a file exports, each with its declaring file and whether it is documented. Pure:
 * takes sources as data, as module-order.ts does.
 */

import { resolvePath, type Sources } from "./import-graph.ts";

export interface ExportedName {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
  readonly isType: boolean;
  readonly isDocumented: boolean;
}

/** The source file of each entry point of the package, by its subpath, from its `exports`. */
export function listEntryPoints(
  exports: Readonly<Record<string, string | { readonly types: string }>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(exports)
      .filter(([subpath]) => subpath !== "./package.json")
      .map(([subpath, target]) => [
        subpath,
        (typeof target === "string" ? target : target.types)
          .replace("./dist/", "")
          .replace(/(\.d\.ts|\.js)$/, ".ts"),
      ]),
  );
}

/** Every name that a file exports, declared or re-exported, in byte order. */
export function listExports(sources: Sources, file: string): readonly ExportedName[] {
  const names = new Map<string, ExportedName>();
  const text = sources.get(file);
  if (text === undefined) throw new Error(`there is no file ${file}`);
  for (const [, from = ""] of text.matchAll(/^export \* from "([^"]+)"/gm)) {
    for (const each of listExports(sources, resolvePath(file, from))) names.set(each.name, each);
  }
  for (const [, type, list = "", from = ""] of text.matchAll(
    /^export (type )?\{([^}]*)\} from "([^"]+)"/gm,
  )) {
    const available = listExports(sources, resolvePath(file, from));
    for (const part of list.split(",").map((each) => each.trim())) {
      if (part === "") continue;
      const [, own = "", alias = own] = /^(?:type )?(\w+)(?: as (\w+))?$/.exec(part) ?? [];
      const declared = available.find(({ name }) => name === own);
      if (declared === undefined) throw new Error(`${file}: ${from} has no ${own}`);
      const isType = type !== undefined || part.startsWith("type ") || declared.isType;
      names.set(alias, { ...declared, name: alias, isType });
    }
  }
  for (const each of parseDeclarations(file, text)) names.set(each.name, each);
  return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** True for a file that contains nothing but re-exports. */
export function hasOnlyReexports(text: string): boolean {
  const bare = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^export (?:type )?(?:\*|\{[^}]*\}) from "[^"]+";$/gm, "");
  return bare.trim() === "";
}

function* parseDeclarations(file: string, text: string): Generator<ExportedName> {
  const kinds = "interface|type|(?:abstract )?class|(?:async )?function\\*?|const|let";
  for (const match of text.matchAll(new RegExp(`^export (${kinds}) (\\w+)`, "gm"))) {
    const [, kind = "", name = ""] = match;
    const before = text.slice(0, match.index).trimEnd();
    // An overload shares the comment of the one before it.
    const isDocumented =
      before.endsWith("*/") || new RegExp(`function ${name}\\b[^{]*;$`).test(before);
    yield { name, file, isType: kind === "interface" || kind === "type", isDocumented };
  }
}
