/**
 * One build of our index from a file of texts, in a process of its own, so that its memory is
 * measured alone. Arguments: <file> <folder> <threads> <texts: 0 or 1>. Prints a `BuildRun` as JSON.
 */

import { openCollection } from "../src/collection/index.ts";
import { buildIndex } from "../src/index/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";

/** How fast an index was built, and the most memory that the process held. */
export interface BuildRun {
  readonly documents: number;
  readonly seconds: number;
  /** Of all threads of the process. */
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

const [file = "", folder = "", threads = "1", texts = "0"] = process.argv.slice(2);
const directory = await NodeDirectory.open(folder);
const { documents: readDocuments } = await openCollection(new NodeFiles(), file);
let documents = 0;
const start = performance.now();
const before = process.cpuUsage();
await buildIndex(directory, readDocuments(), {
  threads: Number(threads),
  forward: texts === "1",
  stored: texts === "1",
  progress: ({ done }) => {
    documents = done;
  },
});
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
const run: BuildRun = {
  documents,
  seconds,
  processorSeconds: (user + system) / 1e6,
  peakMegabytes: Math.round(process.resourceUsage().maxRSS / 976.5625),
};
console.log(JSON.stringify(run));
