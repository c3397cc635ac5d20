/**
 * Writes to the index in the folder of its first argument until it is killed; prints the generation
 * of each acknowledged commit. Generation g adds document g and deletes document g - 1 if that is a
 * multiple of three; every fifth merges all segments. A third argument is a pause between commits, in
 * ms. Plain JavaScript: it runs unchanged.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { IndexWriter } from "../../dist/src/index/index.js";
import { NodeDirectory } from "../../dist/src/storage/node-directory.js";

const directory = await NodeDirectory.open(process.argv[2]);
const writer = await IndexWriter.open(directory, { analysis: { language: "other" } });
const last = Number(process.argv[3]);
for (let generation = last + 1; ; generation++) {
  await writer.add({ id: String(generation), text: `word ${generation} w${generation % 7}` });
  if ((generation - 1) % 3 === 0) await writer.delete(String(generation - 1));
  if (generation % 5 === 0) await writer.merge();
  const committed = await writer.commit();
  process.stdout.write(`${committed}\n`);
  if (process.argv[4] !== undefined) await sleep(Number(process.argv[4]));
}
