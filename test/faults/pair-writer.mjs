/**
 * Keeps pairs of documents in the index of a folder, for readers in other
 * processes: the two of a pair have the same version in every commit. Makes as
 * many commits as its second argument says, merging now and then. Plain
 * JavaScript: it runs as it is.
 */

import { IndexWriter } from "../../dist/src/index/index.js";
import { NodeDirectory } from "../../dist/src/storage/node-directory.js";

const [folder, commits] = process.argv.slice(2);
const PAIRS = 20;

const directory = await NodeDirectory.open(folder);
const writer = await IndexWriter.open(directory, {
  analysis: { language: "other" },
  durability: "none",
});
for (let commit = 0; commit < Number(commits); commit++) {
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
