// A small shop with Termwise: prefix search, typo tolerance, a filter, counts by category.
import { createIndex } from "termwise";

export async function openShop(products) {
  const texts = { title: { weight: 3 }, description: {}, brand: {} };
  const shop = await createIndex({ fields: { ...texts, category: "keyword", price: "number" } });
  await shop.add(products);
  return async (query, { category, maxPrice = 1e9 } = {}) => {
    const { hits, facets } = await shop.search(query, {
      prefix: true,
      fuzzy: true,
      filter: { category, price: { lte: maxPrice } },
      facets: ["category"],
    });
    return { ids: hits.map(({ id }) => id), counts: facets.category };
  };
}
