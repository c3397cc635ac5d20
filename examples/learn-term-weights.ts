// Polite words are rarer here than the things that people ask for, so idf takes them for what matters.
import { createIndex } from "termwise";

const polite = ["kindly", "please", "thanks", "dear"];
const things = ["lamp", "rope", "glue", "nail", "soap", "comb", "drum", "vase"];
const index = await createIndex();
await index.add([
  ...things.flatMap((thing) => [1, 2, 3].map((n) => ({ id: `${thing}-${n}`, text: `a ${thing}` }))),
  ...polite.map((word) => ({ id: word, text: `${word} wait` })),
]);

const judged = things.map((thing, i) => ({
  text: `${polite[i % polite.length]} ${thing}`,
  relevant: [1, 2, 3].map((n) => `${thing}-${n}`),
}));
const weights = await index.learn(judged, {
  vectorOf: (word) => (polite.includes(word) ? [1, 0] : things.includes(word) ? [0, 1] : undefined),
  ...{ lambda: 0.1, epochs: 100, rate: 0.05, features: "vectors", keep: "last", patience: 100 },
});

console.log("please", weights.of("please"), "comb", weights.of("comb") > 0);
for (const given of [undefined, weights]) {
  const { hits } = await index.search("please, a comb", { weights: given });
  console.log(hits.map(({ id }) => id));
}

// In Node. Prints:
// please 0 comb true
// [ 'please', 'comb-3', 'comb-2', 'comb-1' ]
// [ 'comb-3', 'comb-2', 'comb-1' ]
