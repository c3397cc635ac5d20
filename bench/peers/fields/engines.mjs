/**
 * Engines from npm over documents with fields. Each has the package that it
 * comes from and `build`, which gives a search for each kind of line: from a
 * query, and for filters the date before which documents must be. Ten hits each,
 * any of the words, the engine's own reading of texts.
 */

import { join } from "node:path";

const TOP = 10;

export const minisearch = {
  module: "minisearch",
  build({ default: MiniSearch }, documents) {
    const storeFields = ["source", "published"];
    const index = new MiniSearch({ fields: ["all"], storeFields });
    index.addAll(documents);
    const top = (hits) => hits.slice(0, TOP);
    return {
      plain: (query) => top(index.search(query)),
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
    const ask = (term, more) =>
      search(index, { term, properties: ["all"], limit: TOP, threshold: 1, ...more });
    return {
      // Longer words that begin with a term are always found as well.
      plain: (query) => ask(query, {}),
      filter: (query, before) => ask(query, { where: { published: { lt: Date.parse(before) } } }),
      facets: (query) => ask(query, { facets: { source: {} } }),
      sort: (query) => ask(query, { sortBy: { property: "published", order: "DESC" } }),
      prefix: (query) => ask(query, {}),
      typo: (query) => ask(query, { tolerance: 1 }),
    };
  },
};

export const fts5 = {
  module: "better-sqlite3",
  build({ default: Database }, documents, folder) {
    const database = new Database(join(folder, "index.sqlite"));
    database.exec(`CREATE VIRTUAL TABLE document USING fts5(text, content = '', tokenize = 'porter');
      CREATE TABLE fields(id INTEGER PRIMARY KEY, source TEXT, published TEXT);`);
    const insert = database.prepare("INSERT INTO document(rowid, text) VALUES (?, ?)");
    const insertFields = database.prepare("INSERT INTO fields VALUES (?, ?, ?)");
    database.transaction(() => {
      for (const { id, all, source, published } of documents) {
        insert.run(Number(id), all);
        insertFields.run(Number(id), source, published);
      }
      database.exec("INSERT INTO document(document) VALUES ('optimize')");
      database.exec(
        "CREATE INDEX days ON fields(published); CREATE INDEX sources ON fields(source)",
      );
    })();
    const joined = "FROM document JOIN fields ON fields.id = document.rowid WHERE document MATCH ?";
    const plain = database.prepare(
      `SELECT rowid FROM document WHERE document MATCH ? ORDER BY rank LIMIT ${TOP}`,
    );
    const filtered = database.prepare(
      `SELECT rowid ${joined} AND published < ? ORDER BY rank LIMIT ${TOP}`,
    );
    const counted = database.prepare(`SELECT source, count(*) ${joined} GROUP BY source`);
    const sorted = database.prepare(`SELECT rowid ${joined} ORDER BY published DESC LIMIT ${TOP}`);
    const words = (query) => query.match(/[\p{L}\p{N}]+/gu) ?? [];
    const anyOf = (terms) => terms.map((term) => `"${term}"`).join(" OR ") || '""';
    return {
      plain: (query) => plain.all(anyOf(words(query))),
      filter: (query, before) => filtered.all(anyOf(words(query)), before),
      facets: (query) => [counted.all(anyOf(words(query))), plain.all(anyOf(words(query)))],
      sort: (query) => sorted.all(anyOf(words(query))),
      prefix: (query) => plain.all(`${anyOf(words(query))}${words(query).length > 0 ? "*" : ""}`),
    };
  },
};
