// Changes and searches need not wait for each other: a search answers as of the last finished change.
import { createIndex } from "termwise";

const index = await createIndex();
await index.add([
  { id: "eggs", text: "Boil the eggs for six minutes." },
  { id: "soup", text: "Simmer the soup all day." },
]);

const pendingUpdate = index.put({ id: "eggs", text: "Boil the eggs for ten minutes." }); // replaces "eggs"
const meanwhile = await index.search("boil"); // sees the old document, whole
await pendingUpdate;
const afterwards = await index.search("boil"); // sees the new one
for (const { hits } of [meanwhile, afterwards]) console.log(hits[0]?.document.text);

console.log("deleted:", await index.delete(["soup", "no such document"]));
console.log("left:", await index.count());

// In Node and in Chromium. Prints:
// Boil the eggs for six minutes.
// Boil the eggs for ten minutes.
// deleted: 1
// left: 1
