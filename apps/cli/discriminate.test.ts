import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { check } from "./check.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { discriminate } from "./discriminate.ts";
import { indexCollection } from "./index-collection.ts";
import { search } from "./search.ts";
import { stats } from "./stats.ts";

/**
 * Forty topics; each has an answer that names it and a rival that repeats a rare
 * word of the query which says nothing. Vectors tell the two kinds of words apart.
 */
const TOPICS = Array.from({ length: 40 }, (_, i) => `topic${i}`);
const folder = createTemporaryFolder("weights");
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  mkdirSync(at("toy/qrels"), { recursive: true });
  const documents = TOPICS.flatMap((topic, i) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss hum hiss drone drone of the` },
    { _id: `${topic}-other`, text: `${topic} hum` },
    { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
  ]);
  const queries = TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i} the` }));
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  writeFileSync(at("toy/corpus.jsonl"), lines(documents));
  writeFileSync(at("toy/queries.jsonl"), lines(queries));
  const grades = TOPICS.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
  writeFileSync(at("toy/qrels/train.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  const few = TOPICS.slice(0, 9)
    .map((topic) => `${topic}\t${topic}-answer\t1\n`)
    .join("");
  writeFileSync(at("toy/qrels/few.tsv"), `query-id\tcorpus-id\tscore\n${few}`);
  const empty = ["hum", "hiss", "drone", ...TOPICS.flatMap((_, i) => [`um${i}`, `er${i}`])];
  const vectors = [...empty.map((word) => `${word} 0 1`), ...TOPICS.map((word) => `${word} 1 0`)];
  writeFileSync(at("vectors.txt"), `${vectors.join("\n")}\n`);
  writeFileSync(at("french.txt"), "bonjour 1 0\nmerci 0 1\n");
  await type("index", at("toy"), "--out", at("index"), "--stem", "none");
});

const type = createCommandRunner(new NodeFiles(), [
  indexCollection,
  discriminate,
  search,
  stats,
  check,
]);

const learn = (...more: string[]): ReturnType<typeof type> =>
  type(
    ...["discriminate", at("index"), "--queries", `${at("toy")}:train`],
    ...["--vectors", at("vectors.txt"), "--threads", "1", ...more],
  );

/** Whether the answer comes before the rival. */
async function isRight(index: string, ...options: string[]): Promise<boolean> {
  const { out } = await type("search", at(index), "topic7 um7 er7", "--json", ...options);
  const ids = JSON.parse(out).hits.map(({ id }: { id: string }) => id);
  const [answer, rival] = [ids.indexOf("topic7-answer"), ids.indexOf("topic7-rival")];
  return answer >= 0 && (rival < 0 || answer < rival);
}

describe("termwise discriminate", () => {
  test("learns from train if a collection has several splits and none is named", async () => {
    const options = ["--vectors", "none", "--threads", "1", "--keep", "1"];
    const learned = async (source: string, out: string): Promise<string> => {
      await type(
        "discriminate",
        at("index"),
        "--queries",
        source,
        "--weights",
        at(out),
        ...options,
      );
      return readFileSync(at(out), "utf8");
    };
    expect(await learned(at("toy"), "unnamed.tsv")).toBe(
      await learned(`${at("toy")}:train`, "named.tsv"),
    );
  });

  test("writes a sound, smaller index that ranks better, and tells what it learned", async () => {
    const { code, out, note } = await learn("--out", at("pruned"));
    expect(code).toBe(0);
    expect(out).toContain("learned from 40 of 40 queries (40 judged, 40 with a relevant document)");
    expect(out).toMatch(/tuned: bm25\(.*, stop list /);
    expect(out).toMatch(/cross-validation: nDCG@10 .* gain 0\.\d+ \(95 % interval/);
    expect(out).toMatch(/down: (um|er)\d/);
    expect(out).toMatch(/postings +\d+ +\d+ +-\d/);
    expect(out).toMatch(/without texts +[\d.]+ .B +[\d.]+ .B +-?\d/);
    expect(out).toMatch(
      /ms of processor time per query, best 1,000: [\d.]+ tuned on the old index, [\d.]+ on the new/,
    );
    expect(note).toContain("weights=learned");
    expect(await type("check", at("pruned"))).toMatchObject({ code: 0 });
    expect([await isRight("index"), await isRight("pruned")]).toEqual([false, true]);
    const statsOutput = await type("stats", at("pruned"), "--tdv");
    expect(statsOutput.out).toContain("weights in queries, and (in documents)");
    expect((await type("stats", at("pruned"), "topic3")).out).toContain("weight in queries");
    const explained = await type("search", at("pruned"), "topic7", "--explain", "--json");
    expect(explained.out).toContain("documentWeight");
  });

  test("gives an index weights without rewriting it, and takes them from a table", async () => {
    await type("index", at("toy"), "--out", at("applied"), "--stem", "none");
    const before = readdirSync(at("applied"));
    const learned = await learn("--weights", at("weights.tsv"), "--impacts", at("impacts.tsv"));
    expect(learned.code).toBe(0);
    expect(readFileSync(at("weights.tsv"), "utf8")).toMatch(
      /^# term weights for bm25\(.*weights=learned/,
    );
    expect(readFileSync(at("impacts.tsv"), "utf8")).toMatch(/^topic0-answer\t.*topic0 \d+/m);
    expect(await isRight("applied")).toBe(false);
    expect(await isRight("applied", "--weights", at("weights.tsv"))).toBe(true);
    const { code } = await type(
      "discriminate",
      at("applied"),
      "--from",
      at("weights.tsv"),
      "--apply",
    );
    expect(code).toBe(0);
    const after = readdirSync(at("applied"));
    expect(before.filter((name) => !after.includes(name))).toEqual([]);
    expect(await isRight("applied")).toBe(true);
    expect(await type("check", at("applied"))).toMatchObject({ code: 0 });
  });

  test("measures weights learned from clicks on judged queries", async () => {
    // Two orders of each list: the answer is clicked wherever it stands.
    const clicks = TOPICS.flatMap((topic) => {
      const shown = [`${topic}-rival`, `${topic}-answer`];
      const query = `${topic} um${TOPICS.indexOf(topic)} er${TOPICS.indexOf(topic)} the`;
      return [shown, shown.toReversed()].map((order) =>
        JSON.stringify({ query, shown: order, clicked: [`${topic}-answer`] }),
      );
    });
    writeFileSync(at("moved.jsonl"), clicks.join("\n"));
    const { code, out, note } = await type(
      ...["discriminate", at("index"), "--clicks", at("moved.jsonl")],
      ...["--validate", `${at("toy")}:train`, "--weights", at("clicks.tsv")],
      ...["--vectors", at("vectors.txt"), "--threads", "1"],
    );
    expect(code).toBe(0);
    expect(note).toContain("how often a rank is looked at was estimated");
    // Clicked equally often at both ranks: both are looked at alike.
    expect(note).toContain("relative probabilities 1.00, 1.00");
    expect(out).toMatch(/on 40 judged queries not learned from: nDCG@10 .* gain 0\.\d+/);
  });

  test("learns from clicks and from answers", async () => {
    const clicks = TOPICS.map((topic, i) =>
      JSON.stringify({
        query: `${topic} um${i} er${i}`,
        shown: [`${topic}-rival`, `${topic}-other`, `${topic}-answer`],
        clicked: [`${topic}-answer`],
      }),
    );
    writeFileSync(at("clicks.jsonl"), clicks.join("\n"));
    const options = ["--vectors", at("vectors.txt"), "--threads", "1"];
    const clicked = await type(
      ...["discriminate", at("index"), "--clicks", at("clicks.jsonl"), ...options],
      ...["--out", at("clicked")],
    );
    expect(clicked.code).toBe(0);
    expect(clicked.note).toContain(
      "40 clicks in 40 lists; how often a rank is looked at was assumed",
    );
    expect(clicked.note).toContain("warning: 0 clicked documents were shown at several ranks");
    expect(clicked.note).toContain("it was assumed to be 1/rank");
    expect(await isRight("clicked")).toBe(true);
    const pairs = TOPICS.map((topic, i) => `${topic} um${i} er${i}\t${topic}-answer`);
    writeFileSync(at("pairs.tsv"), pairs.join("\n"));
    const answered = await type(
      ...["discriminate", at("index"), "--pairs", at("pairs.tsv"), ...options],
      ...["--out", at("answered")],
    );
    expect(answered.code).toBe(0);
    expect(await isRight("answered")).toBe(true);
  });

  test("leaves out what is not needed, and keeps the share that is asked for", async () => {
    const more = ["--without", "stored,forward", "--keep", "0.5", "--json"];
    const { code, out } = await learn("--out", at("small"), ...more);
    expect(code).toBe(0);
    const { before, after } = JSON.parse(out);
    expect(after.bytesByKind.stored).toBeUndefined();
    expect(after.bytesByKind.forward).toBeUndefined();
    expect(after.postings / before.postings).toBeLessThan(0.6);
  });

  test("is not in its own way after it was killed", async () => {
    // What a run leaves that ends before its index is whole.
    mkdirSync(at(".killed.termwise-partial"));
    writeFileSync(at(".killed.termwise-partial/segment-1.terms"), "half");
    mkdirSync(at("killed"));
    expect((await learn("--out", at("killed"))).code).toBe(0);
    expect(await type("check", at("killed"))).toMatchObject({ code: 0 });
    expect(existsSync(at(".killed.termwise-partial"))).toBe(false);
  });

  test.each([
    [[], "--out, --apply, --weights or --impacts is needed"],
    [["--out", "x", "--keep", "2"], '--keep must be auto, or above 0 and at most 1, got "2"'],
    [["--out", "x", "--without", "ids"], '--without takes stored, forward, positions, got "ids"'],
    [
      ["--out", "x", "--lambda", "0.1"],
      "--lambda belongs to --method paper, equations or occurrences",
    ],
    [["--out", "x", "--clicks", "y"], "one of --queries, --clicks, --pairs or --from is needed"],
    [["--out", "x", "--vectors", "FRENCH"], "are the vectors of another language?"],
    [
      ["--out", "x", "--queries", "FEW"],
      "at least 10 judged queries with a relevant document in the index, got 9",
    ],
    [["--out", "PRUNED"], "--out must be a new or empty folder"],
  ])("refuses %j and writes nothing", async (more, message) => {
    const paths: Record<string, string> = {
      x: at("x"),
      FRENCH: at("french.txt"),
      FEW: `${at("toy")}:few`,
      PRUNED: at("pruned"),
    };
    const { code, note } = await learn(...more.map((word) => paths[word] ?? word));
    expect(code).toBe(2);
    expect(note).toContain(message);
    expect(existsSync(at("x"))).toBe(false);
  });

  test("refuses weights of another index", async () => {
    const lines = [
      "# term weights for bm25(weights=learned)",
      "term\tquery\tdocument",
      "lamp\t1\t1",
    ];
    writeFileSync(at("other.tsv"), lines.join("\n"));
    const { code, note } = await type(
      "discriminate",
      at("index"),
      "--from",
      at("other.tsv"),
      "--apply",
    );
    expect(code).toBe(2);
    expect(note).toContain("they were learned from another index");
  });
});
