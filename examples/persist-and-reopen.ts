// An index in a folder outlives the program that made it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIndex, openIndex } from "termwise";

const folder = await mkdtemp(join(tmpdir(), "recipes-"));

const newIndex = await createIndex(folder);
await newIndex.add({ id: "eggs", text: "Lower the eggs into boiling water.", minutes: 6 });
await newIndex.close(); // what `add` has acknowledged is on disk already; this lets the folder go

const index = await openIndex(folder);
console.log(await index.count(), "document");
const { hits } = await index.search("boiled eggs");
console.log(hits[0]?.document);

await index.close();
await rm(folder, { recursive: true });

// In Node. Prints:
// 1 document
// { id: 'eggs', text: 'Lower the eggs into boiling water.', minutes: 6 }
