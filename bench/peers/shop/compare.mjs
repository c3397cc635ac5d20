// How well three engines find the products of a small shop, by a judged set of 30 queries.
//
// Every engine searches title (times 3), description and brand with prefix search and typo
// tolerance, as its documentation shows. Reports nDCG@10 with exponential gains, and the queries
// where one does best.
//
// The peers are not dependencies of the project: npm install --prefix <folder> minisearch
// @orama/orama zbsearch. Run: node bench/peers/shop/compare.mjs <program> …
// The typed programs also have a boost, a pin and synonyms; they run on Node 22.18 and later,
// and each prints its lines, whether the pin is first and whether a synonym finds the sofa.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const data = (name) =>
  JSON.parse(readFileSync(new URL(`../../../examples/data/${name}.json`, import.meta.url)));
const products = data("shop");
const queries = data("shop-queries");
const engines = process.argv.slice(2);

function ndcg(ids, relevant) {
  const gain = (grade = 0, rank) => (2 ** grade - 1) / Math.log2(rank + 2);
  const sum = (grades) => grades.reduce((total, grade, rank) => total + gain(grade, rank), 0);
  const ideal = Object.values(relevant)
    .sort((a, b) => b - a)
    .slice(0, 10);
  return sum(ids.slice(0, 10).map((id) => relevant[id])) / sum(ideal);
}

for (const path of engines) {
  const { openShop } = await import(pathToFileURL(path));
  const search = await openShop(products);
  const scores = [];
  for (const { query, relevant } of queries) scores.push(ndcg((await search(query)).ids, relevant));
  const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  const worst = queries
    .map(({ query }, i) => [query, scores[i]])
    .filter(([, score]) => score < 0.999);
  console.log(path.split("/").at(-1), "nDCG@10", mean.toFixed(3));
  if (path.endsWith(".ts")) {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n").length;
    const [pinned] = (await search("kettle")).ids;
    const sofas = products.filter(({ title }) => /sofa/i.test(title)).map(({ id }) => id);
    const { ids } = await search("settee");
    const finds = sofas.length > 0 && sofas.every((id) => ids.includes(id));
    console.log(`  ${lines} lines, pinned first: ${pinned === "k2"}, synonym: ${finds}`);
  }
  if (process.env.VERBOSE)
    console.log(worst.map(([query, score]) => `${query} ${score.toFixed(2)}`).join(", "));
}
