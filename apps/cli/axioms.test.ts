import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { axioms } from "./axioms.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { indexCollection } from "./index-collection.ts";

const folder = createTemporaryFolder("axioms");
const at = (name: string): string => join(folder, name);
const type = createCommandRunner(new NodeFiles(), [axioms, indexCollection]);

const WORDS = (
  "wing flow heat pressure shock body theory layer boundary plate speed sound jet nozzle tunnel " +
  "model rocket drag lift angle stall surface skin gas air cooling"
).split(" ");

/** Document i holds every word whose number divides into it: early words are frequent. */
beforeAll(async () => {
  const documents = Array.from({ length: 60 }, (_, i) => ({
    _id: `d${i}`,
    text: WORDS.flatMap((word, j) =>
      i % (j + 1) === 0 ? [word, ...(i % 7 === 0 ? [word] : [])] : [],
    ).join(" "),
  }));
  const queries = [
    { _id: "q1", text: "wing flow" },
    { _id: "q2", text: "heat of a body" },
  ];
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  mkdirSync(at("toy/qrels"), { recursive: true });
  writeFileSync(at("toy/corpus.jsonl"), lines(documents));
  writeFileSync(at("toy/queries.jsonl"), lines(queries));
  writeFileSync(at("toy/qrels/test.tsv"), "query-id\tcorpus-id\tscore\nq1\td0\t1\nq2\td0\t1\n");
  const indexed = await type("index", at("toy"), "--out", at("plain"));
  expect(indexed.code).toBe(0);
});

const toy = ["--collection", at("toy")];

describe("termwise axioms", () => {
  test("prints verdicts by axiom and ranker, what papers claim, probes and counter-examples", async () => {
    const axiomOptions = ["--axioms", "tfc1,lnc2,stmc1", "--instances", "1000", "--probes", "5"];
    const { code, out } = await type("axioms", "bm25", "sdm", ...toy, ...axiomOptions);
    expect(code).toBe(0);
    const [header, , first, second] = out.split("\n");
    expect(header).toMatch(/^axiom +bm25 +sdm$/);
    expect(first).toMatch(/^TFC1 +holds +holds$/);
    expect(second).toMatch(/^LNC2 +holds +(conditional|violated) [.\d]+/);
    expect(out).not.toContain("STMC1"); // needs vectors
    expect(out).toMatch(/sdm +LNC2 +holds: the counts grow k-fold +(conditional|violated) /);
    expect(out).toContain("Score by the occurrences of the query term");
    expect(out).toMatch(/LNC2: -?[\d.]+ should be above -?[\d.]+\n {2}query {4}/);
  });

  test("prints the same again for the same seed, and something else for another", async () => {
    const axiomOptions = [
      "axioms",
      "lm",
      ...toy,
      "--axioms",
      "TDC-2004",
      "--instances",
      "50",
      "--probes",
      "5",
    ];
    const [once, repeated, other] = [
      await type(...axiomOptions, "--seed", "3"),
      await type(...axiomOptions, "--seed", "3"),
      await type(...axiomOptions, "--seed", "4"),
    ];
    expect(repeated).toEqual(once);
    expect(other.out).not.toBe(once.out);
  });

  test("prints JSON with every count", async () => {
    const axiomOptions = ["--axioms", "TFC2", "--instances", "20", "--json"];
    const { out } = await type("axioms", "tfidf(form=raw-tf)", ...toy, ...axiomOptions);
    const { rankers } = JSON.parse(out);
    expect(rankers).toHaveLength(1);
    expect(rankers[0]).toMatchObject({
      ranker: "tfidf(form=raw-tf)",
      fillers: "natural",
      results: [{ axiom: "TFC2", instances: 20, satisfied: 0, ties: 20, verdict: "violated" }],
    });
    expect(rankers[0].results[0].worst.instance.documents).toHaveLength(3);
  });

  test("tests untrained models with both kinds of fillers", async () => {
    const axiomOptions = [
      "--axioms",
      "TFC1",
      "--instances",
      "20",
      "--probes",
      "0",
      "--examples",
      "none",
    ];
    const { code, out } = await type(
      "axioms",
      "untrained(knrm,dimensions=64)",
      ...toy,
      ...axiomOptions,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/\(neutral fillers\) +untrained\(knrm,dimensions=64\) \(natural fillers\)/);
    expect(out).not.toContain("should be above");
  });

  test("mines pairs of real documents for the queries of a collection", async () => {
    const { code, out } = await type("axioms", "bm25", ...toy, "--mode", "mined");
    expect(code).toBe(0);
    expect(out).toMatch(/^PROX5 /m);
    expect(out).toMatch(/above {4}d\d+: /); // counter-examples name the documents
  });

  test("writes a report with a page, figures and data", async () => {
    const axiomOptions = [
      "--axioms",
      "TFC1",
      "--instances",
      "20",
      "--probes",
      "5",
      "--out",
      at("report"),
    ];
    expect((await type("axioms", "bm25", "sdm", ...toy, ...axiomOptions)).code).toBe(0);
    const page = readFileSync(at("report/report.html"), "utf8");
    expect(page).toContain("termwise axioms: rankers=bm25 sdm");
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(existsSync(at("report/hard-limit.svg"))).toBe(true);
    expect(JSON.parse(readFileSync(at("report/report.json"), "utf8")).results).toHaveLength(2);
  });
});

describe("a service", () => {
  let server: Server;
  let url: string;
  let requests = 0;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      requests++;
      const { query, documents } = JSON.parse(text) as { query: string; documents: string[] };
      const results = documents.map((document, index) => ({
        index,
        relevance_score: document.split(" ").filter((word) => query.split(" ").includes(word))
          .length,
      }));
      response.end(JSON.stringify({ results }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rerank`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("is tested over HTTP, as --endpoint or among the rankers", async () => {
    const axiomOptions = [
      "--axioms",
      "TFC1",
      "--instances",
      "100",
      "--probes",
      "0",
      "--examples",
      "none",
    ];
    for (const endpointArguments of [["--endpoint", url], [url]]) {
      const { code, out } = await type("axioms", ...endpointArguments, ...toy, ...axiomOptions);
      expect(code).toBe(0);
      expect(out).toMatch(/^TFC1 +not shown 1.00$/m); // a hundred are too few for more
    }
    expect(requests).toBeGreaterThan(200);
  });
});

describe("what cannot be done is said at once", () => {
  test.each([
    [[], "at least one ranker, or --index for its own, is needed"],
    [["bm26"], 'unknown ranker "bm26"'],
    [["bm25", "--axioms", "TFC9"], 'there is no axiom "TFC9"'],
    [["untrained(pacr)"], 'there is no model "pacr"'],
    [["bm25", "--index", "x", "--collection", "y"], "exclude each other"],
    [["bm25", "--endpoint", "localhost"], "--endpoint must be a URL"],
    [["bm25", "--mode", "mined"], "mined pairs need --queries"],
    [["--model", "/nowhere"], "/nowhere"],
  ])("%j", async (endpointArguments, message) => {
    const { code, note } = await type("axioms", ...endpointArguments);
    expect(code).not.toBe(0);
    expect(note).toContain(message);
  });

  test("that SDM needs an index with positions", async () => {
    const { code, note } = await type("axioms", "bm25", "sdm", "--index", at("plain"));
    expect(code).toBe(2);
    expect(note).toContain("need an index with positions");
  });

  test("that OpenSearch scores no made-up text", async () => {
    const { code, note } = await type("axioms", "http://127.0.0.1:1/a/_search", ...toy);
    expect(code).toBe(2);
    expect(note).toContain("use --mode mined");
  });
});
