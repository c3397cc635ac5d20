/**
 * Engines from npm that are queried in SQL and store their index in a file. Each has its package
 * and `build`, which takes the module, the texts and a folder and returns a search: from a query
 * and k to pairs of document and score.
 */

import { join } from "node:path";

/** Any of the terms, each quoted, so that none is an operator. */
const joinWithOr = (query) =>
  query
    .split(" ")
    .map((term) => `"${term}"`)
    .join(" OR ");

/** SQLite's FTS5. Texts are not kept; positions are, for without them all scores are zero. */
export const fts5 = {
  module: "better-sqlite3",
  build({ default: Database }, texts, folder) {
    const database = new Database(join(folder, "index.sqlite"));
    // Only spaces separate terms: the marks inside terms are no separators.
    const options = `content = '', tokenize = "ascii tokenchars '''.,:;_'"`;
    database.exec(`CREATE VIRTUAL TABLE document USING fts5(text, ${options})`);
    const insert = database.prepare("INSERT INTO document(rowid, text) VALUES (?, ?)");
    database.transaction(() => {
      for (const [id, text] of texts.entries()) insert.run(id, text);
      database.exec("INSERT INTO document(document) VALUES ('optimize')");
    })();
    const select = database
      .prepare("SELECT rowid, -rank FROM document WHERE document MATCH ? ORDER BY rank LIMIT ?")
      .raw();
    return (query, k) => select.all(joinWithOr(query), k);
  },
};

/** Tantivy inside Turso: an index method that is experimental there. The table keeps the texts. */
export const turso = {
  module: "@tursodatabase/database",
  async build({ connect }, texts, folder) {
    const path = join(folder, "index.turso");
    const database = await connect(path, { experimental: ["index_method"] });
    await database.exec("CREATE TABLE document(id INTEGER PRIMARY KEY, text TEXT)");
    const insert = await database.prepare("INSERT INTO document VALUES (?, ?)");
    await database.exec("BEGIN");
    for (const [id, text] of texts.entries()) await insert.run(id, text);
    await database.exec("COMMIT");
    await database.exec(
      "CREATE INDEX terms ON document USING fts (text) WITH (tokenizer = 'whitespace')",
    );
    await database.exec("OPTIMIZE INDEX terms");
    await database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const select = await database.prepare(
      "SELECT id, fts_score(text, ?1) AS score FROM document WHERE fts_match(text, ?1) ORDER BY score DESC LIMIT ?2",
    );
    select.raw(true);
    return (query, k) => select.all(joinWithOr(query), k);
  },
};
