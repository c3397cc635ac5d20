// With `threads`, searches run in workers over shared memory, and the caller's thread stays free.
// A page must be cross-origin isolated for that; elsewhere the caller's thread searches.
import { createIndex } from "termwise";

const index = await createIndex({ threads: 2 });
const colours = ["red", "green", "blue"];
await index.add(
  Array.from({ length: 3000 }, (_, i) => ({ id: i, text: `ball ${i} is ${colours[i % 3]}` })),
);

const results = await Promise.all(colours.map((colour) => index.search(`${colour} ball`)));
console.log(results.map(({ total, hits }) => [total, hits[0]?.document.text]));
await index.close(); // ends the workers
