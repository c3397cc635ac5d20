// Who heals is a physician in these documents and a doctor in the queries. BM25 cannot know; a model learns it.
import { createIndex } from "termwise";

const limbs = ["knee", "hand", "hip", "foot", "neck", "back", "arm", "ear"];
const index = await createIndex();
await index.add([
  { id: "doctor", text: "doctor" },
  ...limbs.flatMap((limb) => [
    { id: `heals-${limb}`, text: `a physician and the ${limb}` },
    { id: `sues-${limb}`, text: `a solicitor and the ${limb}` },
  ]),
]);

const judged = limbs.map((limb) => ({ text: `doctor ${limb}`, relevant: [`heals-${limb}`] }));
const model = await index.train("knrm", judged.slice(0, 6), {
  options: { dimensions: 16 },
  settings: { epochs: 60, batchSize: 8, networkRate: 0.01, embeddingRate: 0.01, period: 10 },
});

for (const rerank of [undefined, model]) {
  const { hits } = await index.search("doctor ear", { rerank, limit: 2 });
  console.log(hits.map(({ id }) => id));
}

// In Node. Prints:
// [ 'doctor', 'sues-ear' ]
// [ 'heals-ear', 'sues-ear' ]
