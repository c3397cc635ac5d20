// A small shop with MiniSearch: prefix search, typo tolerance, a filter, counts by category.
import MiniSearch from "minisearch";

export async function openShop(products) {
  const shop = new MiniSearch({
    fields: ["title", "description", "brand"],
    storeFields: ["title", "description", "brand", "category", "price"],
    searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.2 },
  });
  shop.addAll(products);
  return (query, { category, maxPrice = Infinity } = {}) => {
    const all = shop.search(query, {
      filter: (each) =>
        each.price <= maxPrice && (category === undefined || each.category === category),
    });
    const counts = {};
    for (const each of all) counts[each.category] = (counts[each.category] ?? 0) + 1;
    return { ids: all.slice(0, 10).map(({ id }) => id), counts };
  };
}
