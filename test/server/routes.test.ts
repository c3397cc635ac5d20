/** Every route of the server, called without a port. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createJsonRequest,
  DOCUMENTS,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));

beforeEach(async () => {
  server = await openSmallServer();
});
afterEach(() => server.close());

describe("the server itself", () => {
  test("is healthy and ready", async () => {
    expect(await ask("/health")).toEqual({ status: 200, body: { status: "ok" } });
    expect(await ask("/ready")).toEqual({ status: 200, body: { status: "ready" } });
  });

  test("is not ready once it stops, and refuses work", async () => {
    server.app.drain();
    expect((await ask("/health")).status).toBe(200);
    expect((await ask("/ready")).status).toBe(503);
    const refused = await server.app.request("/indexes");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
  });

  test("counts requests by route and status", async () => {
    await ask("/indexes/recipes/search?q=egg");
    await ask("/indexes/none/search?q=egg");
    const text = await (await server.app.request("/metrics")).text();
    const line =
      'termwise_requests_total{method="GET",route="/indexes/:name/search",status="200"} 1';
    expect(text).toContain(line);
    expect(text).toContain('route="/indexes/:name/search",status="404"} 1');
  });

  test("lists the methods of a route", async () => {
    const answer = await server.app.request("/indexes/recipes/search", { method: "PUT" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, POST");
  });
});

describe("indexes", () => {
  test("are listed and described", async () => {
    const { body } = await ask("/indexes");
    expect(body.indexes).toHaveLength(1);
    expect(body.indexes[0]).toMatchObject({ name: "recipes", documents: 3, ranker: "bm25" });
    const details = await ask("/indexes/recipes");
    // boiled eggs eggs boiled; egg soup soup with egg; bread flour water: 12 / 3
    expect(details.body.averageLength).toBeCloseTo(4, 12);
    expect(details.body.active).toEqual({ version: 0, system: {}, at: "" });
    expect(details.body.published).toEqual(details.body.active); // the former name
  });

  test("are created, filled, searched, deleted, and created again without the old documents", async () => {
    expect((await ask("/indexes", createJsonRequest("POST", { name: "new" }))).status).toBe(201);
    expect((await ask("/indexes", createJsonRequest("POST", { name: "new" }))).status).toBe(400);
    await ask("/indexes/new/documents", createJsonRequest("POST", { id: 1, text: "a cat" }));
    expect((await ask("/indexes/new/search?q=cat")).body.total).toBe(1);
    expect((await ask("/indexes/new", { method: "DELETE" })).status).toBe(204);
    expect((await ask("/indexes/new/search?q=cat")).status).toBe(404);
    await ask("/indexes", createJsonRequest("POST", { name: "new" }));
    expect((await ask("/indexes/new/search?q=cat")).body.total).toBe(0);
  });

  test("that do not exist are 404 with a message and no path", async () => {
    const { status, body } = await ask("/indexes/none");
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "NOT_FOUND", message: 'there is no index "none"' });
  });
});

describe("documents", () => {
  test("are returned unchanged", async () => {
    expect((await ask("/indexes/recipes/documents/soup")).body).toEqual(DOCUMENTS[1]);
    expect((await ask("/indexes/recipes/documents/none")).status).toBe(404);
  });

  test("are put one by one, in arrays and as lines", async () => {
    const put = await ask(
      "/indexes/recipes/documents/a%2Fb",
      createJsonRequest("PUT", { text: "cheese" }),
    );
    expect(put).toEqual({ status: 200, body: { documents: 1 } });
    expect((await ask("/indexes/recipes/documents/a%2Fb")).body).toEqual({
      id: "a/b",
      text: "cheese",
    });
    const array = createJsonRequest("POST", [
      { id: "x", text: "cheese" },
      { id: "y", text: "cheese" },
    ]);
    expect((await ask("/indexes/recipes/documents", array)).body).toEqual({ documents: 2 });
    const lines = {
      method: "POST",
      body: '{"id":"z","text":"cheese"}\r\n\n{"id":"x","text":"milk"}',
      headers: { "content-type": "application/x-ndjson" },
    };
    expect((await ask("/indexes/recipes/documents", lines)).body).toEqual({ documents: 2 });
    expect((await ask("/indexes/recipes/search?q=cheese")).body.total).toBe(3); // a/b, y, z
  });

  test("that exist are refused with duplicates=refuse, and nothing is added", async () => {
    const both = createJsonRequest("POST", [
      { id: "new", text: "cheese" },
      { id: "soup", text: "cheese" },
    ]);
    const refused = await ask("/indexes/recipes/documents?duplicates=refuse", both);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('"soup"');
    expect((await ask("/indexes/recipes/search?q=cheese")).body.total).toBe(0);
  });

  test("of a stream with a bad line are not added, and the line is named", async () => {
    const body = '{"id":"z","text":"cheese"}\n{"id":';
    const headers = { "content-type": "application/x-ndjson" };
    const refused = await ask("/indexes/recipes/documents", { method: "POST", body, headers });
    expect(refused).toMatchObject({ status: 400, body: { code: "BAD_ARGUMENT" } });
    expect(refused.body.message).toMatch(/^line 2 is not JSON/);
    expect((await ask("/indexes/recipes/search?q=cheese")).body.total).toBe(0);
  });

  test("are deleted one by one and by a list", async () => {
    expect((await ask("/indexes/recipes/documents/soup", { method: "DELETE" })).status).toBe(204);
    expect((await ask("/indexes/recipes/documents/soup", { method: "DELETE" })).status).toBe(404);
    const ids = createJsonRequest("DELETE", { ids: ["eggs", "soup"] });
    expect((await ask("/indexes/recipes/documents", ids)).body).toEqual({ deleted: 1 });
    expect((await ask("/indexes/recipes/search?q=egg")).body.total).toBe(0);
  });

  test("are listed page by page and streamed", async () => {
    const first = (await ask("/indexes/recipes/documents?limit=2")).body;
    expect(first).toMatchObject({ total: 3, next: 2 });
    const rest = (await ask(`/indexes/recipes/documents?limit=2&after=${first.next}`)).body;
    expect(rest.next).toBeNull();
    const ids = [...first.documents, ...rest.documents].map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual(["bread", "eggs", "soup"]);
    const stream = await server.app.request("/indexes/recipes/documents?format=ndjson");
    const lines = (await stream.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(["bread", "eggs", "soup"]);
  });
});

describe("search", () => {
  test("finds the same by GET and POST", async () => {
    const response = await ask("/indexes/recipes/search?q=boiled+egg&limit=1&snippet=true");
    const posted = await ask(
      "/indexes/recipes/search",
      createJsonRequest("POST", { query: "boiled egg", limit: 1, snippet: true }),
    );
    expect(response.status).toBe(200);
    expect({ ...response.body, took: 0 }).toEqual({ ...posted.body, took: 0 });
    expect(response.body.hits[0]).toMatchObject({ id: "eggs", document: DOCUMENTS[0] });
    expect(response.body.total).toBe(2);
    expect(response.body.hits[0].snippet.html).toContain("<mark>");
  });

  test("takes synonyms and stop words by GET and POST", async () => {
    const search = async (options: object) => {
      const body = { query: "oeuf water", ...options };
      const post = await ask("/indexes/recipes/search", createJsonRequest("POST", body));
      const { query: q, ...rest } = body as { query: string; stopWords?: readonly string[] };
      const texts = Object.entries(rest).map(([name, value]) => [name, String(value)]);
      const address = new URLSearchParams([["q", q], ...texts]);
      const get = await ask(`/indexes/recipes/search?${address}`);
      expect(get.body.hits).toEqual(post.body.hits);
      return post.body.hits.map(({ id }: { id: string }) => id).sort();
    };
    expect(await search({})).toEqual(["bread"]);
    expect(await search({ synonyms: "oeuf => egg" })).toEqual(["bread", "eggs", "soup"]);
    expect(await search({ synonyms: "oeuf => egg", stopWords: ["water", "soup"] })).toEqual([
      ...["eggs", "soup"],
    ]);
  });

  test("takes filters and rankers", async () => {
    const filter = encodeURIComponent('{"price":{"gt":3}}');
    const { body } = await ask(`/indexes/recipes/search?q=egg&filter=${filter}&ranker=lm`);
    expect(body.hits.map(({ id }: { id: string }) => id)).toEqual(["soup"]);
    expect(body.system).toEqual({ ranker: "lm" });
  });

  test.each([
    [
      "/indexes/recipes/search?limit=x",
      "limit in the address must be a whole number from 0 to 1000",
    ],
    [
      "/indexes/recipes/search?limit=1001",
      "limit in the address must be a whole number from 0 to 1000",
    ],
    ["/indexes/recipes/search?nope=1", "nope in the address is not known"],
    ["/indexes/recipes/search?fuzy=true", "fuzy in the address is not known; did you mean fuzzy?"],
    ["/indexes/recipes/search?q=a&q=b", "a name in the address must not come twice"],
    ["/indexes/recipes/search?q=a&filter={", "filter in the address must be JSON"],
    ["/indexes/recipes/search?q=a&ranker=nope", "nope"],
    ["/indexes/recipes/search?q=a&offset=9999&limit=2", "offset + limit must be at most 10000"],
  ])("refuses %s", async (path, message) => {
    const { status, body } = await ask(path);
    expect(status).toBe(400);
    expect(body.code).toBe("BAD_ARGUMENT");
    expect(body.message).toContain(message);
  });

  test("completes the last word", async () => {
    const { body } = await ask("/indexes/recipes/suggest?q=boiled+e");
    expect(JSON.stringify(body.suggestions)).toContain("egg");
  });
});

describe("explain", () => {
  test("returns parts that add up, and the difference of two documents", async () => {
    const request = { query: "boiled egg", id: "eggs", other: "soup" };
    const { status, body } = await ask(
      "/indexes/recipes/explain",
      createJsonRequest("POST", request),
    );
    expect(status).toBe(200);
    const { document, other, difference } = body;
    expect(document.rank).toBe(1);
    expect(other.rank).toBe(2);
    const parts = document.explanation.parts.map(({ value }: { value: number }) => value);
    expect(parts.reduce((a: number, b: number) => a + b)).toBeCloseTo(document.score, 5);
    const sum = difference.reduce(
      (a: number, each: { difference: number }) => a + each.difference,
      0,
    );
    expect(sum).toBeCloseTo(document.score - other.score, 5);
    expect(difference[0].label).toBe("boil"); // only the first document has it
  });

  test("explains why a document is missing", async () => {
    const missing = async (query: string) =>
      (await ask("/indexes/recipes/explain", createJsonRequest("POST", { query, id: "bread" })))
        .body.document;
    expect(await missing("egg")).toMatchObject({ rank: null, score: 0 });
    expect((await missing("egg")).missing).toBe('the document has none of the words "egg"');
    expect((await missing("zebra")).missing).toBe(
      "no document of the index has a word of the query",
    );
  });

  test("of an unknown document is 404", async () => {
    const request = createJsonRequest("POST", { query: "egg", id: "none" });
    expect((await ask("/indexes/recipes/explain", request)).status).toBe(404);
  });
});

test("compares systems on one query, with movements and measures of judged queries", async () => {
  const queries = [{ text: "egg", relevant: { soup: 1 } }];
  await ask("/indexes/recipes/judgements", createJsonRequest("PUT", { queries }));
  const request = {
    query: "egg",
    systems: [{ name: "one", ranker: "bm25" }, { ranker: "lm" }],
    measures: ["P@1", "RR@10"],
  };
  const { status, body } = await ask(
    "/indexes/recipes/compare",
    createJsonRequest("POST", request),
  );
  expect(status).toBe(200);
  expect(body.systems.map(({ name }: { name: string }) => name)).toEqual(["one", "lm"]);
  expect(body.judged).toBe(true);
  expect(Object.keys(body.documents).sort()).toEqual(["eggs", "soup"]);
  for (const [i, { hits, measures }] of body.systems.entries()) {
    const rank = hits.findIndex(({ id }: { id: string }) => id === "soup") + 1;
    expect(measures["RR@10"]).toBeCloseTo(1 / rank, 12);
    const move = body.moves.find(({ id }: { id: string }) => id === "soup");
    expect(move.ranks[i]).toBe(rank);
  }
});

describe("words", () => {
  test("have their frequencies and idf", async () => {
    const { body } = await ask("/indexes/recipes/words?order=frequency&histogram=true");
    // egg occurs twice in each of two documents
    expect(body.words[0]).toMatchObject({
      term: "egg",
      documentFrequency: 2,
      collectionFrequency: 4,
    });
    // ln(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expect(body.words[0].idf).toBeCloseTo(Math.log(1.6), 12);
    const { counts } = body.histograms.idf;
    expect(counts.reduce((a: number, b: number) => a + b)).toBe(body.total);
  });

  test("are looked up by their surface forms", async () => {
    const { body } = await ask("/indexes/recipes/words/Eggs");
    expect(body.terms).toHaveLength(1);
    expect(body.terms[0]).toMatchObject({ term: "egg", documentFrequency: 2 });
    expect((await ask("/indexes/recipes/words/zebra")).body.terms[0].documentFrequency).toBe(0);
  });

  test("of an index with fields are those of all its texts", async () => {
    const fields = { name: "text", about: "text", price: "number" };
    await ask("/indexes", createJsonRequest("POST", { name: "shop", fields }));
    const documents = [
      { id: 1, name: "lamp", about: "lamp oil", price: 3 },
      { id: 2, name: "oil", about: "pan", price: 4 },
      { id: 3, name: "pan", price: 5 },
    ];
    await ask("/indexes/shop/documents", createJsonRequest("POST", documents));
    const { body } = await ask("/indexes/shop/words?order=term");
    const figures = body.words.map((each: Record<string, unknown>) => [
      ...[each.term, each.documentFrequency, each.collectionFrequency],
    ]);
    expect(figures).toEqual([
      ["lamp", 1, 2],
      ["oil", 2, 2],
      ["pan", 2, 2],
    ]);
    const { terms } = (await ask("/indexes/shop/words/oil")).body;
    expect(terms).toMatchObject([{ term: "oil", documentFrequency: 2 }]);
  });
});

describe("judgements", () => {
  const judge = (queries: unknown, mode?: string) =>
    ask(
      "/indexes/recipes/judgements",
      createJsonRequest("PUT", { queries, ...(mode && { mode }) }),
    );

  test("are merged, removed and replaced", async () => {
    await judge([{ text: "egg", relevant: { eggs: 2, soup: 0 } }]);
    expect((await judge([{ text: "egg", relevant: { soup: 1 } }])).body).toEqual({
      queries: 1,
      judgements: 2,
    });
    await judge([{ text: "egg", relevant: { eggs: null } }]);
    const { body } = await ask("/indexes/recipes/judgements");
    expect(body.queries).toEqual([{ id: "egg", text: "egg", relevant: { soup: 1 } }]);
    expect((await judge([], "replace")).body).toEqual({ queries: 0, judgements: 0 });
  });

  test("are exported in TREC format and imported again", async () => {
    await judge([
      { text: "boiled eggs", relevant: { eggs: 2 } },
      { id: "q7", text: "soup", relevant: { soup: 1 } },
    ]);
    const qrels = await (await server.app.request("/indexes/recipes/judgements/trec")).text();
    expect(qrels).toBe("q1 0 eggs 2\nq7 0 soup 1\n");
    const queries = await (await server.app.request("/indexes/recipes/judgements/queries")).text();
    expect(queries).toBe("q1\tboiled eggs\nq7\tsoup\n");
    await judge([], "replace");
    const imported = await ask(
      "/indexes/recipes/judgements/trec",
      createJsonRequest("POST", { qrels, queries }),
    );
    expect(imported).toEqual({ status: 200, body: { queries: 2, judgements: 2 } });
  });

  test("of a query without a text are refused by name, and a bad line by number", async () => {
    const path = "/indexes/recipes/judgements/trec";
    const { status, body } = await ask(path, createJsonRequest("POST", { qrels: "q1 0 eggs 1\n" }));
    expect(status).toBe(400);
    expect(body.message).toContain('"q1" has no text');
    const bad = await ask(path, createJsonRequest("POST", { qrels: "q1 0 eggs 1\nq1 0 soup\n" }));
    expect(bad).toMatchObject({ status: 400, body: { code: "BAD_INPUT" } });
    expect(bad.body.message).toContain(":2:");
  });
});

describe("the active system", () => {
  test("changes what a plain search uses, and is rolled back step by step", async () => {
    const used = async () => (await ask("/indexes/recipes/search?q=egg")).body.system;
    const activate = (system: unknown) =>
      ask("/indexes/recipes/activate", createJsonRequest("POST", system));
    expect(await used()).toEqual({ ranker: "bm25" });
    expect((await activate({ ranker: "lm" })).body).toMatchObject({ version: 1 });
    expect(await used()).toEqual({ ranker: "lm" });
    await activate({ ranker: "pl" });
    await ask("/indexes/recipes/rollback", createJsonRequest("POST", {}));
    expect(await used()).toEqual({ ranker: "lm" });
    await activate({ ranker: "tfidf" });
    await ask("/indexes/recipes/rollback", createJsonRequest("POST", {}));
    expect(await used()).toEqual({ ranker: "lm" }); // not pl, which was rolled back before
    await ask("/indexes/recipes/rollback", createJsonRequest("POST", {}));
    expect(await used()).toEqual({ ranker: "bm25" });
    expect((await ask("/indexes/recipes/rollback", createJsonRequest("POST", {}))).status).toBe(
      400,
    );
    const { history } = (await ask("/indexes/recipes/active")).body;
    expect(history.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3]);
  });

  test("of what does not work is refused, and nothing changes", async () => {
    const activate = (system: unknown) =>
      ask("/indexes/recipes/activate", createJsonRequest("POST", system));
    expect((await activate({ ranker: "nope" })).status).toBe(400);
    expect((await activate({ weights: "none" })).status).toBe(404);
    expect((await activate({ rerank: "none" })).status).toBe(404);
    expect((await ask("/indexes/recipes/active")).body.current.version).toBe(0);
  });

  test("answers at its former addresses, which name the new ones", async () => {
    const published = await server.app.request("/indexes/recipes/published");
    expect(published.status).toBe(200);
    expect(published.headers.get("deprecation")).toBe("true");
    expect(published.headers.get("link")).toBe(
      '</indexes/recipes/active>; rel="successor-version"',
    );
    expect(await published.json()).toMatchObject({ current: { version: 0 } });
    const publish = await server.app.request(
      "/indexes/recipes/publish",
      createJsonRequest("POST", { ranker: "lm" }),
    );
    expect(await publish.json()).toMatchObject({ version: 1, system: { ranker: "lm" } });
    expect(publish.headers.get("link")).toContain("</indexes/recipes/activate>");
    const active = await server.app.request("/indexes/recipes/active");
    expect(active.headers.has("deprecation")).toBe(false);
  });
});
