// Properties beside `title` and `text` are kept as they are, come back with the hits, and can be filtered by.
import { createIndex } from "termwise";

const index = await createIndex();
await index.add([
  {
    id: "1",
    text: "Boiled eggs",
    category: "breakfast",
    minutes: 6,
    tags: ["quick", "vegetarian"],
  },
  { id: "2", text: "Fried eggs", category: "breakfast", minutes: 4, tags: ["quick"] },
  { id: "3", text: "Egg curry", category: "dinner", minutes: 40, tags: ["vegetarian"] },
  { id: "4", text: "Egg noodles", category: "dinner", minutes: 15, tags: [] },
]);

const breakfast = await index.search("eggs", { filter: { category: "breakfast" } });
console.log(
  breakfast.total,
  breakfast.hits.map(({ id }) => id),
);

const either = await index.search("eggs", {
  filter: { minutes: { lt: 20 }, or: [{ tags: { in: ["vegetarian"] } }, { category: "dinner" }] },
});
for (const { document } of either.hits) console.log(document.text, document.minutes);

console.log(await index.count({ not: { tags: "quick" } }));

// In Node and in Chromium. Prints:
// 2 [ '2', '1' ]
// Egg noodles 15
// Boiled eggs 6
// 2
