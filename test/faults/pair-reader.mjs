/**
 * Reads the pairs of pair-writer.mjs from snapshots that it holds for a while, until its standard
 * input ends. Then prints its counts and errors as JSON. Plain JavaScript: it runs unchanged.
 */

import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { IndexSnapshot } from "../../dist/src/index/index.js";
import { Searcher } from "../../dist/src/ranking/searcher.js";
import { NodeDirectory } from "../../dist/src/storage/node-directory.js";

const [folder, readers] = process.argv.slice(2);
const PAIRS = 20;
let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();

const seen = { searches: 0, snapshots: 0, generations: 0, errors: [], descriptorsLeft: 0 };
const generations = new Set();
const descriptors = () => readdirSync("/proc/self/fd").length;

async function readPairs(snapshot, searcher) {
  const versions = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const { documents } = await searcher.rank([`pair${pair}`], { top: 5 });
    seen.searches++;
    const texts = await Promise.all([...documents].map((each) => snapshot.readStoredFields(each)));
    if (texts.length !== 2 || texts[0].text !== texts[1].text) {
      throw new Error(
        `pair ${pair} of generation ${snapshot.generation}: ${JSON.stringify(texts)}`,
      );
    }
    versions.push(texts[0].text);
  }
  return versions.join();
}

async function read(directory) {
  while (!isOver) {
    try {
      const snapshot = await IndexSnapshot.open(directory);
      const searcher = new Searcher(snapshot, { kernelsFrom: 1e9 });
      seen.snapshots++;
      generations.add(snapshot.generation);
      const first = await readPairs(snapshot, searcher);
      await sleep(Math.random() * 60);
      if ((await readPairs(snapshot, searcher)) !== first) throw new Error("a snapshot changed");
      await snapshot.close();
    } catch (error) {
      seen.errors.push(`${error.code} ${error.message}`);
    }
    await sleep(1);
  }
}

const directory = await NodeDirectory.open(folder);
await (await IndexSnapshot.open(directory)).close();
const before = descriptors();
await Promise.all(Array.from({ length: Number(readers) }, () => read(directory)));
seen.descriptorsLeft = descriptors() - before;
seen.generations = generations.size;
process.stdout.write(
  JSON.stringify({ ...seen, errors: seen.errors.slice(0, 5), failures: seen.errors.length }),
);
