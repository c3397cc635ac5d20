// @vitest-environment node
/**
 * Splainer's own library, `splainer-search`, calls the OpenSearch compatibility route and reads the
 * response: the complete library with its AngularJS, in a jsdom page at the address of the server.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../apps/server/listen.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

const require = createRequire(import.meta.url);
const SCRIPTS = ["angular/angular.js", "urijs/src/URI.js", "splainer-search/splainer-search.js"];

/** The used parts of the library, which has no types. */
interface Splainer {
  get(name: "fieldSpecSvc"): { createFieldSpec(text: string): object };
  get(name: "searchSvc"): {
    createSearcher(
      fields: object,
      url: string,
      args: object,
      query: string,
      config: object,
      engine: string,
    ): Searcher;
  };
  get(name: "normalDocsSvc"): { createNormalDoc(fields: object, doc: object): NormalDoc };
}
interface Searcher {
  readonly numFound: number;
  readonly docs: readonly object[];
  search(): Promise<void>;
  explain(doc: object): Promise<{ explain(): { readonly value: number } }>;
  pager(): Searcher | null;
}
interface NormalDoc {
  readonly id: string;
  readonly title: string;
  score(): number;
  explain(): {
    contribution(): number;
    influencers(): readonly { explanation(): string; contribution(): number }[];
  };
  hotMatches(): { readonly vecObj: Readonly<Record<string, number>> };
}

let server: SmallServer;
let listening: Listening;
let page: JSDOM;
let splainer: Splainer;

beforeAll(async () => {
  server = await openSmallServer();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
  page = new JSDOM("", { url: listening.address, runScripts: "outside-only" });
  for (const script of SCRIPTS) page.window.eval(readFileSync(require.resolve(script), "utf8"));
  splainer = page.window.eval('angular.injector(["ng", "o19s.splainer-search"])') as Splainer;
});
afterAll(async () => {
  page.window.close();
  await listening.close();
  await server.close();
});

function createSearcher(query: string, dsl: object, numberOfRows = 10) {
  const fields = splainer.get("fieldSpecSvc").createFieldSpec("id:_id title:title");
  const url = `${listening.address}/recipes/_search`;
  const config = { apiMethod: "POST", numberOfRows };
  const searcher = splainer.get("searchSvc").createSearcher(fields, url, dsl, query, config, "os");
  return { fields, searcher };
}

const MATCH = { query: { match: { text: "#$query##" } } };

test("shows the hits and the sum behind each score", async () => {
  const { fields, searcher } = createSearcher("boiled eggs", MATCH);
  await searcher.search();
  expect(searcher.numFound).toBe(2);
  const docs = searcher.docs.map((doc) =>
    splainer.get("normalDocsSvc").createNormalDoc(fields, doc),
  );
  expect(docs.map(({ id, title }) => [id, title])).toEqual([
    ["eggs", "Boiled eggs"],
    ["soup", "Egg soup"],
  ]);
  const ours = await readResponse(
    server.app.request(
      "/indexes/recipes/search",
      createJsonRequest("POST", { query: "boiled eggs" }),
    ),
  );
  for (const [i, doc] of docs.entries()) {
    expect(doc.score()).toBeCloseTo(ours.body.hits[i].score, 9);
    expect(doc.explain().contribution()).toBeCloseTo(doc.score(), 9);
  }
  // Both words of the first document, separate and adding up.
  const words = docs[0]?.explain().influencers() ?? [];
  expect(words).toHaveLength(2);
  expect(words.map((word) => /weight\((\w+)\)/.exec(word.explanation())?.[1]).sort()).toEqual([
    "boil",
    "egg",
  ]);
  const sum = words.reduce((total, word) => total + word.contribution(), 0);
  expect(sum).toBeCloseTo(docs[0]?.score() ?? 0, 9);
  expect(Object.keys(docs[0]?.hotMatches().vecObj ?? {})).toHaveLength(2);
});

test("explains a document by id", async () => {
  const { searcher } = createSearcher("egg", MATCH);
  await searcher.search();
  const [first] = searcher.docs as { _id: string; _score: number }[];
  const explained = await searcher.explain(first as object);
  expect(explained.explain().value).toBeCloseTo(first?._score ?? 0, 9);
});

test("turns pages until there are none", async () => {
  const { searcher } = createSearcher("egg", MATCH, 1);
  await searcher.search();
  const next = searcher.pager();
  await next?.search();
  const ids = [searcher, next].map((each) => each?.docs.map((doc) => (doc as { _id: string })._id));
  expect(ids[0]).not.toEqual(ids[1]);
  expect(next?.docs).toHaveLength(1);
  expect(next?.pager()).toBe(null);
});
