// A small shop: fields, a filter, counts by category, and queries as people type them.
import { createIndex } from "termwise";

const shop = await createIndex({
  fields: { title: { weight: 3 }, text: {}, category: "keyword", price: "number" },
});
await shop.add([
  { id: 1, title: "Electric kettle", text: "Boils in a minute", category: "kitchen", price: 30 },
  { id: 2, title: "Wi-Fi kettle", text: "Start it by phone", category: "kitchen", price: 79 },
  { id: 3, title: "Crème brûlée set", text: "Bowls and a torch", category: "kitchen", price: 40 },
  { id: 4, title: "Running shoes", text: "For the road", category: "clothes", price: 95 },
  { id: 5, title: "Door mat", text: "Brushes shoes clean", category: "home", price: 22 },
  { id: 6, title: "Sofa", text: "A grey couch", category: "home", price: 699 },
]);

const searchOptions = { prefix: true, fuzzy: true, synonyms: "sofa, couch, settee" };
for (const query of ["ket", "ketle", "wifi", "creme", "runing sho", "settee"]) {
  const { hits, facets } = await shop.search(query, {
    ...searchOptions,
    facets: ["category"],
    highlight: true,
  });
  const titles = hits.map(({ document, highlights }) => highlights?.title?.html ?? document.title);
  console.log(`${query}: ${titles.join(", ")}`, facets?.category);
}

const cheap = await shop.search("shoes", { filter: { price: { lt: 50 } } });
console.log(cheap.hits.map(({ document }) => document.title));
console.log((await shop.suggest("ele")).map(({ text }) => text));

// In Node. Prints:
// ket: Electric <mark>kettle</mark>, Wi-Fi <mark>kettle</mark> { kitchen: 2 }
// ketle: Electric <mark>kettle</mark>, Wi-Fi <mark>kettle</mark> { kitchen: 2 }
// wifi: <mark>Wi-Fi</mark> kettle { kitchen: 1 }
// creme: <mark>Crème</mark> brûlée set { kitchen: 1 }
// runing sho: <mark>Running</mark> <mark>shoes</mark>, Door mat { clothes: 1, home: 1 }
// settee: <mark>Sofa</mark> { home: 1 }
// [ 'Door mat' ]
// [ 'electric', 'Electric kettle' ]
