/** Files that report how far the reading of a large one has come, in megabytes. */

import type { Progress } from "../../src/common/progress.ts";
import type { Files } from "../../src/storage/files.ts";

/** Smaller files are read before anybody could look. */
const MIN_SHOWN_BYTES = 16_000_000;

export function withReadProgress(files: Files, progress: Progress): Files {
  return {
    kind: (path) => files.kind(path),
    list: (folder) => files.list(folder),
    size: (path) => files.size(path),
    write: (path, chunks) => files.write(path, chunks),
    async *read(path) {
      const bytes = await files.size(path);
      if (bytes < MIN_SHOWN_BYTES) {
        yield* files.read(path);
        return;
      }
      const labels = { task: `reading ${path}`, unit: "MB", total: Math.ceil(bytes / 1e6) };
      let readBytes = 0;
      for await (const chunk of files.read(path)) {
        yield chunk;
        readBytes += chunk.length;
        progress({ ...labels, done: Math.floor(readBytes / 1e6) });
      }
      progress({ ...labels, done: labels.total, finished: true });
    },
  };
}
