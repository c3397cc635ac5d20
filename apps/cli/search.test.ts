import { expect, test } from "vitest";
import { createIndex } from "../../src/search/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { createFreshFolder } from "../../test/faults/stores.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { explain } from "./explain.ts";
import { run } from "./run.ts";
import { search } from "./search.ts";

const type = createCommandRunner(new MemoryFiles(), [search, explain, run]);

async function openShop(): Promise<string> {
  const folder = await createFreshFolder();
  const index = await createIndex(folder, {
    fields: { name: {}, category: "keyword", price: "number", made: "date" },
  });
  await index.add([
    { id: "a", name: "desk lamp", category: "lamps", price: 10, made: "2024-05-01" },
    { id: "b", name: "floor lamp", category: "lamps", price: 30 },
    { id: "c", name: "lamp oil", category: "oils", price: 5, made: "2023-01-01" },
    { id: "d", name: "lamp wick", category: "oils" },
    { id: "e", name: "chair", category: "chairs", price: 10 },
  ]);
  await index.close();
  return folder;
}

async function readIds(folder: string, ...options: string[]): Promise<string> {
  const { out, note, code } = await type("search", folder, "lamp", "--json", ...options);
  expect([code, note]).toEqual([0, ""]);
  return (JSON.parse(out) as { hits: { id: string }[] }).hits.map(({ id }) => id).join("");
}

test("search filters and sorts by what was typed", async () => {
  const folder = await openShop();
  expect(await readIds(folder, "--sort", "price")).toBe("cabd");
  expect(await readIds(folder, "--sort=-price")).toBe("bacd");
  expect(await readIds(folder, "--sort", "category,-price")).toBe("bacd");
  expect(await readIds(folder, "--sort", "price", "--filter", "category = lamps")).toBe("ab");
  expect(await readIds(folder, "--sort", "price", "--filter", "price > 5 or price missing")).toBe(
    "abd",
  );
  expect(await readIds(folder, "--sort", "made", "--filter", "made >= 2023-06-01")).toBe("a");
  expect(await readIds(folder, "--sort", "price", "--offset", "1", "--top", "2")).toBe("ab");
  expect(await readIds(folder, "--sort", "price", "--distinct", "category")).toBe("ca");
});

test("search counts facets over all matches and pages by cursor", async () => {
  const folder = await openShop();
  const page = ["--sort", "price", "--top", "2"];
  const facets = ["--facet", "category,price:0..10:10..", "--json"];
  const { out } = await type("search", folder, "lamp", ...page, ...facets);
  const result = JSON.parse(out) as { total: number; after: string };
  expect(result).toMatchObject({
    total: 4,
    facets: { category: { lamps: 2, oils: 2 }, price: { "0..10": 1, "10..": 2 } },
  });
  expect(await readIds(folder, ...page, "--after", result.after)).toBe("bd");
  const output = await type("search", folder, "lamp", ...page, "--facet", "category");
  expect(output.out).toContain("category:\n       2  lamps\n       2  oils\n");
  expect(output.note).toMatch(/^ranked by bm25f\nmore: --after [\w-]+\n$/);
});

test("search ignores stop words, counts matches and takes a time limit", async () => {
  const folder = await openShop();
  const search = async (...options: string[]) => {
    const { out, code } = await type("search", folder, "chair lamp", "--json", ...options);
    expect(code).toBe(0);
    return JSON.parse(out) as { hits: { id: string }[]; total?: number };
  };
  expect((await search()).hits).toHaveLength(5);
  expect((await search("--stop-words", "lamp, desk")).hits.map(({ id }) => id)).toEqual(["e"]);
  expect((await search("--top", "1")).total).toBeUndefined();
  expect((await search("--top", "1", "--total")).total).toBe(5);
  expect((await search("--timeout", "60000")).hits).toHaveLength(5);
});

test("search by a hybrid ranker uses words alone where that is allowed", async () => {
  const folder = await openShop();
  const hybrid = ["--ranker", "hybrid(bm25f,dense)"];
  const refused = await type("search", folder, "chair", ...hybrid);
  expect(refused.note).toContain("the index was made without vectors");
  expect(await readIds(folder, ...hybrid, "--vector-fallback", "words")).toHaveLength(4);
});

test.each([
  [["--filter", "price <"], "the filter is wrong at character 8: expected a value, got the end"],
  [["--filter", "prise < 5"], 'the index has no field "prise"; did you mean "price"?'],
  [["--filter", "price < cheap"], "filter.price must be a finite number"],
  [["--filter", "made > 2024-02-30"], "filter.made must be a date such as 2024-05-31"],
  [["--filter", "name = lamp"], 'field "name" is a text; filter needs a keyword'],
  [["--sort", "name"], 'field "name" is a text; sort needs a keyword'],
  [["--sort", "price,,made"], "--sort has an empty name"],
  [["--facet", "price:10"], "a range of --facet is written as 10..20"],
  [["--after", "x"], 'after must be a cursor that a search returned, got "x"'],
  [["--offset", "-1"], "--offset must be a whole number ≥ 0"],
  [["--top", "0"], "--top must be a whole number ≥ 1"],
  [["--timeout", "soon"], "--timeout must be a whole number ≥ 1"],
  [["--vector-fallback", "maybe"], "--vector-fallback must be one of refuse, words"],
  [["--weights", "nowhere.tsv"], "nowhere.tsv"],
  [["--synonyms", "nowhere.txt"], 'the synonyms in "nowhere.txt" cannot be read'],
])("search %j is refused", async (options, message) => {
  const { code, note } = await type("search", await openShop(), "lamp", ...options);
  expect(code).not.toBe(0);
  expect(note).toContain(message);
});

test("explain computes the score that search returns, by the same options", async () => {
  const folder = await openShop();
  for (const options of [[], ["--ranker", "lm"], ["--fields", "name^2"], ["--fuzzy"]]) {
    const found = await type("search", folder, "desk lamp", "--json", ...options);
    const { hits } = JSON.parse(found.out) as { hits: { id: string; score: number }[] };
    const { out, code } = await type("explain", folder, "desk lamp", "a", "--json", ...options);
    expect([code, hits[0]?.id]).toEqual([0, "a"]);
    expect((JSON.parse(out) as { value: number }).value).toBeCloseTo(hits[0]?.score ?? 0, 9);
  }
  expect((await type("explain", folder, "lamp", "a")).out).toMatch(/^[\d.]+ {2}/);
  expect(await type("explain", folder, "lamp", "z")).toMatchObject({
    code: 2,
    note: expect.stringContaining('there is no document "z"'),
  });
  expect(await type("explain", folder, "lamp", "a", "--html", "x")).toMatchObject({
    code: 2,
    note: expect.stringContaining("--html needs --rerank"),
  });
});

test("run matches words by the options of search", async () => {
  const folder = await openShop();
  const files = new MemoryFiles();
  await files.write("q.tsv", [new TextEncoder().encode("1\tlamps lamp desk\n")]);
  const typeRun = createCommandRunner(files, [run]);
  const rank = async (...options: string[]): Promise<string> => {
    const argv = ["run", folder, "--queries", "q.tsv", "--out", "a.run", ...options];
    expect(await typeRun(...argv)).toMatchObject({ code: 0 });
    let text = "";
    for await (const bytes of files.read("a.run")) text += new TextDecoder().decode(bytes);
    return Array.from(text.matchAll(/^1 Q0 (\w)/gm), ([, id]) => id).join("");
  };
  expect((await rank()).length).toBe(4);
  expect(await rank("--min-match", "2")).toBe("a");
  expect(await rank("--syntax", "--fields", "name", "--ranker", "bm25")).toMatch(/^a/);
  const argv = ["run", folder, "--queries", "q.tsv", "--out", "a.run", "--min-match", "2"];
  expect(await typeRun(...argv, "--candidates", "judged")).toMatchObject({
    code: 2,
    note: expect.stringContaining("rankings of the index"),
  });
});
