/**
 * Keeps pairs of documents in the index of a folder, for readers in other processes: both documents
 * of a pair have the same version in every commit. Merges occasionally. Makes the number of commits
 * of its second argument, and more until the seconds of its third are over; prints "begun" after
 * the first and their number at the end. Plain JavaScript: it runs unchanged.
 */

import { IndexWriter } from "../../dist/src/index/index.js";
import { NodeDirectory } from "../../dist/src/storage/node-directory.js";

const [folder, commits, seconds] = process.argv.slice(2);
const PAIRS = 20;

const directory = await NodeDirectory.open(folder);
const writer = await IndexWriter.open(directory, {
  analysis: { language: "other" },
  durability: "none",
});
const end = performance.now() + 1000 * Number(seconds);
let commit = 0;
for (; commit < Number(commits) || performance.now() < end; commit++) {
  for (let n = 0; n < 3 || (commit === 0 && n < PAIRS); n++) {
    const pair = (7 * commit + n) % PAIRS;
    for (const half of ["a", "b"]) {
      await writer.update({ id: `${pair}${half}`, text: `pair${pair} version${commit}` });
    }
  }
  if (commit % 9 === 8) await writer.merge();
  await writer.commit();
  if (commit === 0) process.stdout.write("begun\n");
  await new Promise((resolve) => setTimeout(resolve, 3));
}
await writer.close();
process.stdout.write(`${commit}\n`);
