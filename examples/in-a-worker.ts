// With `threads`, searches run in workers over shared memory, and the caller's thread stays free.
// A page must be cross-origin isolated for that; elsewhere the caller's thread searches.
import { createIndex } from "termwise";

const index = await createIndex({ threads: 2 });
const colours = ["red", "green", "blue"];
await index.add(
  Array.from({ length: 3000 }, (_, i) => ({ id: i, text: `ball ${i} is ${colours[i % 3]}` })),
);

const queries = colours.map((colour) => `${colour} ball`);
const results = await Promise.all(queries.map((query) => index.search(query))); // side by side
for (const [i, { total, hits }] of results.entries()) {
  console.log(`${queries[i]}: ${total} found, ${hits[0]?.document.text}`);
}
await index.close(); // ends the workers

// In Node and in Chromium. Prints:
// red ball: 3000 found, ball 999 is red
// green ball: 3000 found, ball 997 is green
// blue ball: 3000 found, ball 998 is blue
