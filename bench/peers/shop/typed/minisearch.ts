// A typed shop with MiniSearch: prefixes, typos, a filter, counts, a boost, a pin and synonyms.
// MiniSearch boosts documents by a function; synonyms and pins are written by hand.
import MiniSearch from "minisearch";

export interface Product {
  id: string;
  title: string;
  description: string;
  brand: string;
  category: string;
  price: number;
}

const SYNONYMS = [["sofa", "couch", "settee"]];
const PINS: Record<string, string[]> = { kettle: ["k2"] };

function expandTerm(term: string): string | string[] {
  const word = term.toLowerCase();
  return SYNONYMS.find((words) => words.includes(word)) ?? word;
}

export async function openShop(products: readonly Product[]) {
  const byId = new Map(products.map((product) => [product.id, product]));
  const shop = new MiniSearch<Product>({
    fields: ["title", "description", "brand"],
    searchOptions: {
      ...{ boost: { title: 3 }, prefix: true, fuzzy: 0.2 },
      boostDocument: (id) => 1 + 0.05 * 2 ** -(((byId.get(id)?.price ?? 0) / 100) ** 2),
    },
  });
  shop.addAll(products);
  return async (query: string, limits: { category?: string; maxPrice?: number } = {}) => {
    const { category, maxPrice = Number.POSITIVE_INFINITY } = limits;
    const passes = (each: Product) =>
      each.price <= maxPrice && (category === undefined || each.category === category);
    const found = shop
      .search(query, { processTerm: expandTerm })
      .map(({ id }) => byId.get(id) as Product);
    const pinned = (PINS[query.toLowerCase()] ?? []).flatMap((id) => byId.get(id) ?? []);
    const all = [...new Set([...pinned, ...found])].filter(passes);
    const counts: Record<string, number> = {};
    for (const { category: each } of all) counts[each] = (counts[each] ?? 0) + 1;
    return { ids: all.slice(0, 10).map(({ id }) => id), counts };
  };
}
