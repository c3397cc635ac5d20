// A typed shop with Termwise: prefixes, typos, a filter, counts, a boost, a pin and synonyms.
import { createIndex } from "termwise";

export interface Product {
  id: string;
  title: string;
  description: string;
  brand: string;
  category: string;
  price: number;
}

type Limits = { category?: string; maxPrice?: number };
type Found = Promise<{ ids: string[]; counts: Readonly<Record<string, number>> }>;
type ShopSearch = (query: string, limits?: Limits) => Found;

export async function openShop(products: readonly Product[]): Promise<ShopSearch> {
  const texts = { title: { weight: 3 }, description: {}, brand: {} } as const;
  const shop = await createIndex<Product>({
    fields: { ...texts, category: "keyword", price: "number" },
  });
  await shop.updateSettings({
    ...{ prefix: true, fuzzy: true, synonyms: "sofa, couch, settee" },
    boost: { field: "price", function: "gaussianDecay", origin: 0, scale: 100, weight: 0.05 },
    rules: [{ id: "new kettle", query: "kettle", pin: ["k2"] }],
  });
  await shop.add(products);
  return async (query, { category, maxPrice = 1e9 } = {}) => {
    const { hits, facets } = await shop.search(query, {
      filter: { category, price: { lte: maxPrice } },
      facets: ["category"],
    });
    return { ids: hits.map(({ id }) => id), counts: facets.category };
  };
}
