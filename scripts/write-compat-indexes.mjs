/**
 * Writes small indexes of this release to test/compat/indexes-<release>.json, for the test that later
 * releases read them. Run it once per release, and with the name of a format (`format-5`) when one
 * changes, after `npm run build`; never change or remove a file.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { IndexSnapshot, TermWeights, writePrunedIndex } from "../dist/src/index/index.js";
import { createIndex, MemoryDirectory } from "../dist/src/index.js";

const ROOT = join(import.meta.dirname, "..");
const { version: release } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const [version = release] = process.argv.slice(2);

const KINDS = ["lamp", "chair", "table"];
const documents = Array.from({ length: 12 }, (_, i) => ({
  id: `item-${i}`,
  title: `${["red", "blue", "naïve"][i % 3]} ${KINDS[(i >> 1) % 3]}`,
  text: `A ${KINDS[i % 3]} for the ${["house", "garden"][i % 2]}, number ${i}`,
  kind: KINDS[i % 3],
  price: i * 2.5,
  isNew: i % 2 === 0,
  made: `2026-0${1 + (i % 9)}-01`,
  tags: KINDS.slice(0, i % 3),
  ...(i % 4 === 1 ? {} : { place: { lat: 48 + i / 4, lng: 10 - i } }),
  vector: [Math.cos(i), Math.sin(i)],
}));
const fields = {
  title: { weight: 3 },
  text: {},
  kind: "keyword",
  price: "number",
  isNew: "boolean",
  made: "date",
  tags: "keyword[]",
  place: "geo",
};
/** Settings by the name of an index. */
const settings = {
  plain: {},
  fields: { fields, vectors: { dimensions: 2, graph: { m: 2, efConstruction: 4, from: 3 } } },
};
const DELETED = ["item-3", "item-10"];

const indexes = {};
for (const [name, options] of Object.entries(settings)) {
  const directory = new MemoryDirectory();
  const index = await createIndex(directory, options);
  const vectors = options.vectors !== undefined;
  const input = documents.map(({ vector, ...rest }) => (vectors ? { ...rest, vector } : rest));
  await index.add(input.slice(0, 7));
  await index.add(input.slice(7));
  await index.delete(DELETED);
  await index.close();
  indexes[name] = { options, files: await pack(directory) };
  if (name !== "plain") continue;
  const pruned = new MemoryDirectory();
  const snapshot = await IndexSnapshot.open(directory);
  await writePrunedIndex(snapshot, pruned, new TermWeights([["lamp", 1, 2]], 1, 1));
  await snapshot.close();
  indexes.weighted = { options, files: await pack(pruned) };
}

/** The files of a directory, deflated. */
async function pack(directory) {
  const files = {};
  for (const name of await directory.list()) {
    files[name] = deflateRawSync(await directory.read(name), { level: 9 }).toString("base64");
  }
  return files;
}

const out = join(ROOT, `test/compat/indexes-${version}.json`);
writeFileSync(
  out,
  `${JSON.stringify({ version, documents, deleted: DELETED, indexes }, null, 1)}\n`,
);
process.stdout.write(`${out}\n`);
