// A small shop with Orama: prefix search, typo tolerance, a filter, counts by category.
import { create, insertMultiple, search } from "@orama/orama";

export async function openShop(products) {
  const texts = { title: "string", description: "string", brand: "string" };
  const schema = { ...texts, category: "enum", price: "number" };
  const shop = create({ schema, components: { tokenizer: { stemming: true } } });
  await insertMultiple(shop, products);
  return async (query, { category, maxPrice } = {}) => {
    const { hits, facets } = await search(shop, {
      term: query,
      properties: ["title", "description", "brand"],
      boost: { title: 3 },
      tolerance: 1,
      limit: 10,
      where: {
        ...(category === undefined ? {} : { category: { eq: category } }),
        ...(maxPrice === undefined ? {} : { price: { lte: maxPrice } }),
      },
      facets: { category: {} },
    });
    return { ids: hits.map(({ id }) => id), counts: facets.category.values };
  };
}
