/**
 * The operations that every runtime must support with the built package, with results as data:
 * creates an index in memory, searches it, re-opens it.
 */

import { createIndex, MemoryDirectory, openIndex } from "../../../dist/src/index.js";

const RECIPES = [
  { id: "eggs", text: "Lower the eggs into boiling water.", minutes: 8 },
  { id: "soup", text: "Simmer the soup all day.", minutes: 600 },
];

const ids = ({ hits }) => hits.map(({ id }) => id);

export async function inMemory() {
  const memory = new MemoryDirectory();
  const made = await createIndex(memory);
  await made.add(RECIPES);
  await made.close();
  const index = await openIndex(memory);
  const found = {
    plain: ids(await index.search("boiled egg")),
    fuzzy: ids(await index.search("sopu", { fuzzy: true })),
    phrase: ids(await index.search('"boiling water"', { syntax: true })),
    filtered: ids(await index.search("the", { filter: { minutes: { lt: 60 } } })),
    feedback: ids(await index.search("soup", { ranker: "rm3" })),
    snippet: (await index.search("soup", { snippet: true })).hits[0].snippet.html,
    kernels: await byKernels(),
  };
  await index.close();
  return found;
}

/** From 10,000 documents on, the WASM kernels search. */
async function byKernels() {
  const index = await createIndex();
  await index.add(Array.from({ length: 10_000 }, (_, i) => ({ id: i, text: `ball ${i}` })));
  const [id] = ids(await index.search("ball 4711"));
  await index.close();
  return id;
}
