/**
 * Engines from npm over documents with fields. Each has the package that it
 * comes from and `build`, which gives a search for each kind of line: from a
 * query, and for filters the date before which documents must be. Ten hits each,
 * any of the words, the engine's own reading of texts.
 */

const TOP = 10;

export const minisearch = {
  module: "minisearch",
  build({ default: MiniSearch }, documents) {
    const storeFields = ["source", "published"];
    const index = new MiniSearch({ fields: ["all"], storeFields });
    index.addAll(documents);
    const parts = new MiniSearch({ fields: ["title", "text"], storeFields });
    parts.addAll(documents);
    const top = (hits) => hits.slice(0, TOP);
    return {
      plain: (query) => top(index.search(query)),
      two: (query) => top(parts.search(query, { boost: { title: 2 } })),
      filter: (query, before) =>
        top(index.search(query, { filter: ({ published }) => published < before })),
      // It has no facets and no sorting; it returns all that match, to be counted and sorted.
      facets: (query) => {
        const counts = new Map();
        const hits = index.search(query);
        for (const { source } of hits) counts.set(source, (counts.get(source) ?? 0) + 1);
        return [counts, top(hits)];
      },
      sort: (query) =>
        top(index.search(query).sort((a, b) => (a.published < b.published ? 1 : -1))),
      prefix: (query) =>
        top(index.search(query, { prefix: (_, i, terms) => i === terms.length - 1 })),
      typo: (query) => top(index.search(query, { fuzzy: 0.2 })),
    };
  },
};

export const orama = {
  module: "@orama/orama",
  async build({ create, insertMultiple, search }, documents) {
    const schema = { all: "string", source: "enum", published: "number" };
    const index = create({ schema });
    const rows = documents.map(({ id, all, source, published }) => ({
      id,
      all,
      source,
      published: Date.parse(published),
    }));
    await insertMultiple(index, rows, 1000);
    const parts = create({ schema: { title: "string", text: "string" } });
    const texts = documents.map(({ id, title, text }) => ({ id, title, text }));
    await insertMultiple(parts, texts, 1000);
    const ask = (term, more) =>
      search(index, { term, properties: ["all"], limit: TOP, threshold: 1, ...more });
    return {
      // Longer words that begin with a term are always found as well.
      plain: (query) => ask(query, {}),
      two: (term) => search(parts, { term, limit: TOP, threshold: 1, boost: { title: 2 } }),
      filter: (query, before) => ask(query, { where: { published: { lt: Date.parse(before) } } }),
      facets: (query) => ask(query, { facets: { source: {} } }),
      sort: (query) => ask(query, { sortBy: { property: "published", order: "DESC" } }),
      prefix: (query) => ask(query, {}),
      typo: (query) => ask(query, { tolerance: 1 }),
    };
  },
};
