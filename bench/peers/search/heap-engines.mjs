/**
 * Engines from npm that keep everything in the JavaScript heap. Each has the
 * package that it comes from and `build`, which takes the module and the texts
 * and gives a search: from a query and k to pairs of document and score.
 */

export const minisearch = {
  module: "minisearch",
  build({ default: MiniSearch }, texts) {
    const tokenize = (text) => text.split(" ");
    const options = { fields: ["text"], tokenize, processTerm: (term) => term };
    // MiniSearch scores by BM25+, whose d is 0 in BM25.
    const searchOptions = { bm25: { k: 1.2, b: 0.75, d: 0 } };
    const index = new MiniSearch({ ...options, searchOptions });
    index.addAll(texts.map((text, id) => ({ id, text })));
    // It returns all that match.
    return (query, k) =>
      index
        .search(query)
        .slice(0, k)
        .map(({ id, score }) => [id, score]);
  },
};

export const orama = {
  module: "@orama/orama",
  async build({ create, insertMultiple, search }, texts) {
    const tokenizer = {
      language: "english",
      normalizationCache: new Map(),
      tokenize: (text) => text.split(" "),
    };
    const index = create({ schema: { text: "string" }, components: { tokenizer } });
    await insertMultiple(
      index,
      texts.map((text, id) => ({ id: String(id), text })),
      1000,
    );
    // Without a threshold only documents with all terms are found. With `exact` these queries
    // found nothing; without it longer words that begin with a term are found as well.
    const options = { threshold: 1, relevance: { k: 1.2, b: 0.75, d: 0 } };
    return async (term, limit) => {
      const { hits } = await search(index, { term, properties: ["text"], limit, ...options });
      return hits.map(({ id, score }) => [id, score]);
    };
  },
};

export const lunr = {
  module: "lunr",
  build({ default: lunr }, texts) {
    const builder = new lunr.Builder();
    builder.ref("id");
    builder.field("text");
    builder.k1(1.2);
    builder.b(0.75);
    for (const [id, text] of texts.entries()) builder.add({ id, text });
    const index = builder.build();
    return (text, k) =>
      index
        .query((query) => {
          for (const term of text.split(" ")) query.term(term, { usePipeline: false });
        })
        .slice(0, k)
        .map(({ ref, score }) => [ref, score]);
  },
};

/** Ranks by the positions of terms in the text, not by BM25, and returns no scores. */
export const flexsearch = {
  module: "flexsearch",
  build({ default: { Index } }, texts) {
    const index = new Index({ tokenize: "strict", encode: (text) => text.split(" ") });
    for (const [id, text] of texts.entries()) index.add(id, text);
    // Unless it may suggest, only documents with all terms are found.
    return (query, limit) =>
      index.search(query, { limit, suggest: true }).map((document) => [document, 0]);
  },
};
