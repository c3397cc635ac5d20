// Which ranker is better on these queries, and is the difference real?
import { compare, createIndex, judgementsOf } from "termwise";

const index = await createIndex();
await index.add([
  { id: "eggs", text: "eggs eggs eggs" },
  { id: "boil", text: "boil eggs in water, then cool the eggs in water with ice and peel them" },
  { id: "soup", text: "boil soup" },
]);

const judged = [
  { id: "q1", text: "boil eggs", relevant: ["boil"] },
  { id: "q2", text: "eggs in ice water", relevant: { boil: 2, eggs: 1 } },
  { id: "q3", text: "soup", relevant: ["soup"] },
];
const bm25 = await index.run(judged, { ranker: "bm25" });
const counts = await index.run(judged, { ranker: "tfidf", name: "counts" });
const { measures } = compare(judgementsOf(judged), bm25, [counts], ["nDCG@10", "RR"]);
for (const { measure, rows } of measures) {
  console.log(measure, rows.map(({ run, overall }) => `${run} ${overall.toFixed(4)}`).join(", "));
  console.log("p", rows[1]?.against?.correctedP.toFixed(2));
}
