// Properties beside `title` and `text` are kept as they are, come back with the hits, and can be filtered by.
import { createIndex } from "termwise";

const index = await createIndex();
await index.add([
  { id: 1, text: "Boiled eggs", meal: "breakfast", minutes: 6, tags: ["quick", "cheap"] },
  { id: 2, text: "Fried eggs", meal: "breakfast", minutes: 4, tags: ["quick"] },
  { id: 3, text: "Egg curry", meal: "dinner", minutes: 40, tags: ["cheap"] },
  { id: 4, text: "Egg noodles", meal: "dinner", minutes: 15, tags: [] },
]);

const { total } = await index.search("eggs", { filter: { meal: "breakfast" } });
console.log(total, "for breakfast");

const quick = await index.search("eggs", {
  filter: { minutes: { lt: 20 }, or: [{ tags: { in: ["cheap"] } }, { meal: "dinner" }] },
});
for (const { document } of quick.hits) console.log(document.text, document.minutes);

console.log(await index.count({ not: { tags: "quick" } }), "not quick");

// In Node and in Chromium. Prints:
// 2 for breakfast
// Egg noodles 15
// Boiled eggs 6
// 2 not quick
