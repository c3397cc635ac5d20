/**
 * MiniSearch, Orama or Lunr as a peer of bench/search.ts; the protocol is told
 * in README.md. Started with the engine's name and the folder of its packages
 * before the other arguments. The index is built at each start.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [name, packages, documents, queries] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const load = (module) => import(pathToFileURL(require.resolve(module)).href);
const module = { minisearch: "minisearch", orama: "@orama/orama", lunr: "lunr" }[name];
const version = () =>
  JSON.parse(readFileSync(join(packages, "node_modules", module, "package.json"), "utf8")).version;
const lines = (path) => readFileSync(path, "utf8").replace(/\n$/, "").split("\n");

const engines = {
  async minisearch(texts) {
    const { default: MiniSearch } = await load("minisearch");
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
  async orama(texts) {
    const { create, insertMultiple, search } = await load("@orama/orama");
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
  async lunr(texts) {
    const { default: lunr } = await load("lunr");
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

const start = performance.now();
const search = await engines[name](lines(documents));
console.log(`ready ${(performance.now() - start) / 1000} 0 ${name} ${version()}`);
const asked = lines(queries);
for await (const line of createInterface({ input: process.stdin })) {
  const [command, k] = line.split(" ");
  const times = [];
  const shown = [];
  for (const query of asked) {
    const before = process.hrtime.bigint();
    const hits = query === "" ? [] : await search(query, Number(k));
    times.push(process.hrtime.bigint() - before);
    shown.push(hits.map(([id, score]) => `${id}:${score}`).join(" "));
  }
  console.log(command === "top" ? shown.join("\n") : times.join(" "));
  console.log("end");
}
