// A typed shop with Orama: prefixes, typos, a filter, counts, a boost, a pin and synonyms.
// Orama pins by rules; a boost by a number and synonyms are written by hand.
import { create, insertMultiple, insertPin, search } from "@orama/orama";

export interface Product {
  id: string;
  title: string;
  description: string;
  brand: string;
  category: string;
  price: number;
}

const SYNONYMS = [["sofa", "couch", "settee"]];
const TEXTS = { title: "string", description: "string", brand: "string" } as const;
const SCHEMA = { ...TEXTS, category: "enum", price: "number" } as const;
const PINS: Record<string, string> = { kettle: "k2" };

export async function openShop(products: readonly Product[]) {
  const shop = create({ schema: SCHEMA, components: { tokenizer: { stemming: true } } });
  await insertMultiple(shop, [...products]);
  for (const [pattern, id] of Object.entries(PINS)) {
    insertPin(shop, {
      id: pattern,
      conditions: [{ anchoring: "is", pattern }],
      consequence: { promote: [{ doc_id: id, position: 0 }] },
    });
  }
  return async (query: string, limits: { category?: string; maxPrice?: number } = {}) => {
    const { category, maxPrice } = limits;
    const words = SYNONYMS.find((each) => each.includes(query.toLowerCase()));
    const { hits, facets } = await search(shop, {
      term: (words ?? [query]).join(" "),
      properties: ["title", "description", "brand"],
      ...{ boost: { title: 3 }, tolerance: 1, limit: products.length },
      where: {
        ...(category === undefined ? {} : { category: { eq: category } }),
        ...(maxPrice === undefined ? {} : { price: { lte: maxPrice } }),
      },
      facets: { category: {} },
    });
    const boosted = hits.map(({ id, score, document }) => ({
      ...{ id, isPinned: PINS[query.toLowerCase()] === id },
      score: score * (1 + 0.05 * 2 ** -((document.price / 100) ** 2)),
    }));
    boosted.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.score - a.score);
    return { ids: boosted.slice(0, 10).map(({ id }) => id), counts: facets?.category?.values };
  };
}
