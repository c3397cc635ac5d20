/**
 * The example files that come with the package, as `examples:qrels.txt` or
 * `examples:recipes`: the examples of the documents work in any folder.
 */

import type { Files } from "../../src/storage/files.ts";

const PREFIX = "examples:";

/** The path of a file: below `folder` for `examples:…`, else unchanged. */
export function resolveExamplePath(path: string, folder: string): string {
  if (!path.startsWith(PREFIX)) return path;
  const inside = path.slice(PREFIX.length);
  // A step back would lead out of the examples.
  return inside.split("/").includes("..") ? path : `${folder}/${inside}`;
}

/** Files among which the examples in `folder` are found. Nothing is written there. */
export function withExamples(files: Files, folder: string): Files {
  const at = (path: string): string => resolveExamplePath(path, folder);
  return {
    kind: (path) => files.kind(at(path)),
    list: (path) => files.list(at(path)),
    size: (path) => files.size(at(path)),
    read: (path) => files.read(at(path)),
    write: (path, chunks) => files.write(path, chunks),
  };
}
