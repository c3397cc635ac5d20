/** train, run --rerank, tune-depth, explain, salience and export, one after the other on a small collection. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { openIndex } from "../../src/search/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { embeddings } from "./embeddings.ts";
import { evaluate } from "./evaluate.ts";
import { explain } from "./explain.ts";
import { exportModel } from "./export.ts";
import { indexCollection } from "./index-collection.ts";
import { rerank } from "./rerank.ts";
import { run } from "./run.ts";
import { salience } from "./salience.ts";
import { search } from "./search.ts";
import { train } from "./train.ts";
import { tuneDepth } from "./tune-depth.ts";

const COMMANDS = [
  indexCollection,
  embeddings,
  evaluate,
  train,
  run,
  search,
  rerank,
  tuneDepth,
  explain,
  salience,
  exportModel,
];
const folder = createTemporaryFolder("neural");
const at = (name: string) => join(folder, name);

const type = createCommandRunner(new NodeFiles(), COMMANDS);

const trainArguments = (model: string, out: string): string[] => [
  ...["train", model, "--index", at("index"), "--collection", at("small"), "--out", at(out)],
  ...["--options", "dimensions=8", "--epochs", "4", "--period", "2", "--rate", "0.02"],
  ...["--embedding-rate", "0.02", "--threads", "1"],
];

/** Things in shades; a query names the colour instead of the shade. */
beforeAll(async () => {
  const shades = { red: "crimson", blue: "azure", green: "olive", grey: "slate" };
  const materials = ["paint", "paper", "cloth", "stone", "glass", "wool"];
  const [documents, queries]: string[][] = [[], []];
  const judged: Record<string, string[]> = { train: [], dev: [] };
  for (const [i, material] of materials.entries()) {
    for (const [colour, shade] of Object.entries(shades)) {
      const id = `${shade}-${material}`;
      documents?.push(JSON.stringify({ _id: id, title: "", text: `the ${material} of ${shade}` }));
      queries?.push(
        JSON.stringify({ _id: `${colour}-${material}`, text: `${colour} ${material}` }),
      );
      judged[i < 4 ? "train" : "dev"]?.push(`${colour}-${material}\t${id}\t1`);
    }
  }
  documents?.push(JSON.stringify({ _id: "colours", title: "", text: "red blue green grey" }));
  await mkdir(at("small/qrels"), { recursive: true });
  await writeFile(at("small/corpus.jsonl"), `${documents?.join("\n")}\n`);
  await writeFile(at("small/queries.jsonl"), `${queries?.join("\n")}\n`);
  for (const [split, lines] of Object.entries(judged)) {
    const text = ["query-id\tcorpus-id\tscore", ...lines].join("\n");
    await writeFile(at(`small/qrels/${split}.tsv`), `${text}\n`);
  }
  expect((await type("index", at("small"), "--out", at("index"))).code).toBe(0);
  expect(await type(...trainArguments("s-knrm", "model"))).toMatchObject({ code: 0 });
});

test("termwise run refuses more threads than there could be cores for", async () => {
  const given = ["run", at("index"), "--queries", `${at("small")}:dev`, "--out", at("c.run")];
  const refused = await type(...given, "--threads", "3000");
  expect(refused).toMatchObject({ code: 2, note: expect.stringMatching(/--threads.*3000/) });
});

describe("termwise train", () => {
  test("writes a folder with the record of the training, and no checkpoint", () => {
    const description = JSON.parse(readFileSync(at("model/model.json"), "utf8"));
    expect(description).toMatchObject({ model: "s-knrm", firstStage: "bm25", version: 1 });
    // 16 queries make 16 examples, one batch an epoch, two epochs a period.
    expect(description.training.periods).toHaveLength(2);
    // Every document has a word of a query: 24 things and the list of colours.
    expect(description.documents).toEqual({ read: 25, cut: 0, empty: 0 });
    expect(readFileSync(at("model/curves.html"), "utf8").match(/<svg /g)).toHaveLength(2);
  });

  test("does not write over a model unless told to, and has nothing to resume then", async () => {
    const repeated = await type(...trainArguments("s-knrm", "model"));
    expect(repeated.code).toBe(2);
    expect(repeated.note).toContain("holds a model; --restart replaces it");
    const resumed = await type(...trainArguments("s-knrm", "model"), "--resume");
    expect(resumed).toMatchObject({
      code: 0,
      note: expect.stringContaining("there is nothing to continue"),
    });
  });

  test("is refused in a folder where another training is at work", async () => {
    const unlock = await (await NodeDirectory.open(at("busy"))).lock("training");
    const second = await type(...trainArguments("s-knrm", "busy"));
    expect(second).toMatchObject({ code: 1, note: expect.stringContaining("is held by process") });
    await unlock();
    expect(readdirSync(at("busy"))).toEqual([]);
  });

  test("gives the same bytes again", async () => {
    expect((await type(...trainArguments("s-knrm", "again"))).code).toBe(0);
    for (const name of ["model.json", "weights.safetensors", "vocabulary.txt"]) {
      expect(readFileSync(at(`again/${name}`)).equals(readFileSync(at(`model/${name}`)))).toBe(
        true,
      );
    }
  });

  test("gives the same bytes without an index, which it then makes itself", async () => {
    const trainCommand = trainArguments("s-knrm", "unindexed").filter(
      (argument) => argument !== "--index" && argument !== at("index"),
    );
    expect((await type(...trainCommand)).code).toBe(0);
    const [made, given] = ["unindexed", "model"].map((name) =>
      readFileSync(at(`${name}/weights.safetensors`)),
    );
    expect(made?.equals(given as Buffer)).toBe(true);
  });

  test("makes words of the sub-words of a fastText model, so that none is unknown", async () => {
    const [text, vectors] = [at("text.txt"), at("vectors.bin")];
    await writeFile(text, "the wool of crimson and the paint of azure\n".repeat(20));
    const learn = ["embeddings", "train", text, "--plain", "--out", vectors, "--dimension", "8"];
    expect((await type(...learn, "--buckets", "50", "--min-count", "1")).code).toBe(0);
    const given = [...trainArguments("s-knrm", "subwords"), "--embeddings", vectors];
    const { code, out } = await type(...given, "--subwords", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).ngrams).toEqual({ smallest: 3, largest: 6, buckets: 50 });

    const explainCommand = [
      "explain",
      at("index"),
      "--model",
      at("subwords"),
      "crimsony",
      "crimson-wool",
    ];
    const explained = await type(...explainCommand, "--json");
    expect(explained.code).toBe(0);
    const { query, document, matches } = JSON.parse(explained.out);
    expect(query).toMatchObject([{ word: "crimsoni" }]);
    // The words that share letters are nearest.
    const matchScores = Object.values<number>(matches[0]);
    const crimson = document.findIndex(({ word }: { word: string }) => word === "crimson");
    expect(Math.max(...matchScores)).toBe(matchScores[crimson]);

    const salient = await type("salience", at("subwords"), "--out", at("subwords.tsv"));
    expect(salient.code).toBe(0);
  });

  test("ends after so many triples, of which an example has one for each negative", async () => {
    const given = [...trainArguments("knrm", "few"), "--negatives", "3", "--max-triples", "10"];
    const { training } = JSON.parse((await type(...given, "--json")).out);
    expect(training).toMatchObject({ ending: "examples", settings: { maxExamples: 4 } });
    expect(training.periods.at(-1).examples).toBe(4);
  });

  test("says that a split is missing before it reads the documents", async () => {
    await mkdir(at("unjudged/qrels"), { recursive: true });
    await writeFile(at("unjudged/corpus.jsonl"), "no document\n");
    for (const name of ["queries.jsonl", "qrels/train.tsv"]) {
      await writeFile(at(`unjudged/${name}`), readFileSync(at(`small/${name}`)));
    }
    const trainCommand = await type(
      "train",
      "knrm",
      "--collection",
      at("unjudged"),
      "--out",
      at("bad"),
    );
    expect(trainCommand).toMatchObject({ code: 2, note: expect.stringContaining('"dev"') });
  });

  test("has the settings that worked for a model unless others are typed", async () => {
    const salience = async (model: string, ...more: string[]) => {
      const given = [...trainArguments(model, "salient"), "--epochs", "1", "--restart", "--json"];
      const { options, training } = JSON.parse((await type(...given, ...more)).out);
      return [options.salienceUnits, training.settings.salienceRate];
    };
    expect(await salience("s-knrm")).toEqual([300, 0.0003]);
    expect(await salience("s-conv-knrm", "--options", "filters=4,dimensions=4")).toEqual([
      32, 0.001,
    ]);
    const trainCommand = [
      "--options",
      "filters=4,dimensions=4,salienceUnits=5",
      "--salience-rate",
      "0.1",
    ];
    expect(await salience("s-conv-knrm", ...trainCommand)).toEqual([5, 0.1]);
  });

  test("learns from a file of triples", async () => {
    await writeFile(at("triples.tsv"), "red wool\twool of crimson\twool of azure\n".repeat(8));
    const given = [...trainArguments("knrm", "triples"), "--triples", at("triples.tsv")];
    const { code, out } = await type(...given, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ model: "knrm", training: { ending: "epochs" } });
    const three = await type(...given, "--restart", "--max-triples", "3", "--json");
    expect(JSON.parse(three.out).training.periods.at(-1).examples).toBe(3);
  });

  test.each([
    ["an unknown model", ["knmr"], "did you mean knrm?"],
    ["an unknown loss", ["knrm", "--loss", "hige"], "--loss must be one of hinge"],
    [
      "an unknown option of a model",
      ["knrm", "--options", "dimension=8"],
      "did you mean dimensions?",
    ],
    ["an option without a value", ["knrm", "--options", "dimensions"], "--options is name=value"],
    ["a rate below 0", ["knrm", "--rate=-1"], "--rate must be a number ≥ 0"],
    ["a split without judgements", ["knrm", "--train", "nowhere"], "nowhere"],
    [
      "sub-words without a fastText model",
      ["knrm", "--subwords"],
      "sub-words need vectors from a fastText",
    ],
    ["a missing file of vectors", ["knrm", "--embeddings", "nowhere"], "nowhere"],
  ])("refuses %s and leaves no model behind", async (_, [model = "", ...more], message) => {
    const { code, note } = await type(...trainArguments(model, "bad").concat(more));
    expect(code).toBe(2);
    expect(note).toContain(message);
    const found = await new NodeFiles().kind(at("bad/model.json"));
    expect(found).toBeUndefined();
  });

  test("refuses a broken line of vectors with its place", async () => {
    await writeFile(at("vectors.txt"), "red 1 2\nblue 1\n");
    const given = [...trainArguments("knrm", "bad"), "--embeddings", at("vectors.txt")];
    const { code, note } = await type(...given);
    expect(code).toBe(3);
    expect(note).toContain("vectors.txt:2");
  });
});

describe("a trained model at work", () => {
  test("re-ranks a run, says what it cut, and keeps the tail below", async () => {
    const given = ["run", at("index"), "--queries", `${at("small")}:dev`, "--out", at("a.run")];
    const { code, out, note } = await type(...given, "--rerank", at("model"), "--depth", "3");
    expect(code).toBe(0);
    expect(note).toContain("truncated: 0 of 8 queries");
    expect(out).toContain("RR@10");
    const lines = readFileSync(at("a.run"), "utf8").trim().split("\n");
    for (const query of new Set(lines.map((line) => line.split(/\s+/)[0]))) {
      const ranked = lines.filter((line) => line.startsWith(`${query} `));
      const scores = ranked.map((line) => Number(line.split(/\s+/)[4]));
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  test("re-ranks the hits of one search as the library does", async () => {
    const rerank = ["--rerank", at("model"), "--depth", "3", "--json"];
    const { code, out } = await type("search", at("index"), "red wool", ...rerank);
    expect(code).toBe(0);
    const index = await openIndex(at("index"));
    const { hits } = await index.search("red wool", { rerank: at("model"), depth: 3 });
    await index.close();
    const pick = (each: readonly { readonly id: string; readonly score: number }[]) =>
      each.map(({ id, score }) => ({ id, score }));
    expect(pick(JSON.parse(out).hits)).toEqual(pick(hits));
    const sorted = await type("search", at("index"), "red wool", ...rerank, "--sort", "score");
    expect(sorted).toMatchObject({
      code: 2,
      note: expect.stringContaining("sort and rerank exclude each other"),
    });
    const depth = await type("search", at("index"), "red wool", "--depth", "3");
    expect(depth).toMatchObject({ code: 2, note: expect.stringContaining("depth needs rerank") });
  });

  test("ranks every document by itself, and says in the run what made it", async () => {
    const given = ["run", at("index"), "--queries", `${at("small")}:dev`, "--out", at("full.run")];
    const { code } = await type(...given, "--rerank", at("model"), "--full", "--metadata");
    expect(code).toBe(0);
    const lines = readFileSync(at("full.run"), "utf8").trim().split("\n");
    expect(lines[0]).toBe("# ir_metadata.start");
    const ranked = lines.filter((line) => !line.startsWith("# "));
    const counts = new Map<string, number>();
    for (const line of ranked) {
      const [query = ""] = line.split(" ");
      counts.set(query, (counts.get(query) ?? 0) + 1);
    }
    // Every query ranks every document, those that share no word with it too.
    expect(new Set(counts.values()).size).toBe(1);
    const judged = await type(
      "evaluate",
      `${at("small")}:dev`,
      at("full.run"),
      "--measures",
      "RR@10",
    );
    expect(judged.code).toBe(0);
    const alone = await type(...given, "--full");
    expect(alone).toMatchObject({
      code: 2,
      note: expect.stringContaining("--full needs --rerank"),
    });
  });

  test("scores pairs of a file as it scores documents of the index", async () => {
    const lines = ["red-wool\tcrimson-wool\tred wool\tthe wool of crimson"];
    lines.push("red-wool\tazure-wool\tred wool\tthe wool of azure", "");
    await writeFile(at("top1000.tsv"), lines.join("\n"));
    await writeFile(at("pairs.tsv.gz"), gzipSync(lines.join("\n").replaceAll(/^\S+\t\S+\t/gm, "")));
    const argv = ["rerank", "--model", at("model"), "--threads", "1", "--out"];
    expect(await type(...argv, at("texts.run"), at("top1000.tsv"))).toMatchObject({ code: 0 });
    const queries = ["--queries", `${at("small")}:dev`, "--candidates", at("top1000.tsv")];
    const indexed = ["run", at("index"), ...queries, "--rerank", at("model"), "--threads", "1"];
    expect(await type(...indexed, "--out", at("indexed.run"))).toMatchObject({ code: 0 });
    const text = readFileSync(at("texts.run"), "utf8");
    expect(text).toBe(readFileSync(at("indexed.run"), "utf8"));
    expect(await type(...argv, at("scores.txt"), at("pairs.tsv.gz"))).toMatchObject({ code: 0 });
    const scores = readFileSync(at("scores.txt"), "utf8").trimEnd().split("\n");
    const ranked = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[4]);
    expect([...scores].sort()).toEqual(ranked.sort());
    expect(await type("rerank", at("pairs.tsv.gz"))).toMatchObject({ code: 2 });
  });

  test("is measured by the judgements of a collection as by their file", async () => {
    const measured = await Promise.all(
      [`${at("small")}:dev`, at("small/qrels/dev.tsv")].map((judged) =>
        type("evaluate", judged, at("a.run"), "--measures", "RR@10"),
      ),
    );
    expect(measured[0]).toMatchObject({ code: 0, out: expect.stringContaining("a.run") });
    expect(measured[0]).toEqual(measured[1]);
    const wrong = await type("evaluate", `${at("small")}:nowhere`, at("a.run"));
    expect(wrong).toMatchObject({ code: 2, note: expect.stringContaining("nowhere") });
  });

  test("says when the first stage is not the one it was trained on", async () => {
    const given = ["run", at("index"), "--queries", `${at("small")}:dev`, "--out", at("b.run")];
    const { code, note } = await type(...given, "--rerank", at("model"), "--ranker", "lm");
    expect(code).toBe(0);
    expect(note).toContain("trained to re-rank bm25, but the first stage is lm");
  });

  test("has its depth tuned, with the whole curve in JSON", async () => {
    const given = [
      "tune-depth",
      at("index"),
      "--model",
      at("model"),
      "--queries",
      `${at("small")}:dev`,
    ];
    const { code, out } = await type(...given, "--deepest", "7", "--json");
    expect(code).toBe(0);
    const { values, best, measure } = JSON.parse(out);
    expect(values).toHaveLength(8);
    expect(values[best]).toBe(Math.max(...values.slice(1)));
    expect(measure).toBe("RR@10");
    expect((await type(...given)).out).toContain("(best)");
  });

  test("shows what it matches", async () => {
    const given = ["explain", at("index"), "--model", at("model"), "red wool"];
    const { code, out } = await type(...given, "crimson-wool");
    expect(code).toBe(0);
    expect(out).toMatch(/wool 0\.\d\d │.*█.*│/);
    expect(out).toContain("matches near 0.9");
    expect((await type(...given, "crimson-wool", "--html", at("why.html"))).code).toBe(0);
    expect(readFileSync(at("why.html"), "utf8").match(/class="matrix"/g)).toHaveLength(2);
    expect(await type(...given, "nothing")).toMatchObject({
      code: 2,
      note: expect.stringContaining('there is no document "nothing"'),
    });
  });

  test("gives its salience, one line a word", async () => {
    expect((await type("salience", at("model"), "--out", at("s.tsv"))).code).toBe(0);
    const lines = readFileSync(at("s.tsv"), "utf8").trim().split("\n");
    const words = readFileSync(at("model/vocabulary.txt"), "utf8").trim().split("\n");
    const firsts = (rows: readonly string[]) => rows.map((row) => row.split("\t")[0]);
    expect(firsts(lines)).toEqual(firsts(words));
    expect((await type("salience", at("model"), "--top", "2")).out.trim().split("\n")).toHaveLength(
      4,
    );
  });

  test("lends its salience to another ranker, as a file or from its folder", async () => {
    await type("salience", at("model"), "--out", at("lent.tsv"));
    const runs: string[] = [];
    for (const source of ["lent.tsv", "model"]) {
      const given = ["--queries", `${at("small")}:dev`, "--out", at("lent.run"), "--tag", "lent"];
      const ranker = `bm25(salience=${at(source)})`;
      const ran = await type("run", at("index"), ...given, "--ranker", ranker);
      expect(ran).toMatchObject({ code: 0, note: expect.stringContaining("with a salience") });
      runs.push(readFileSync(at("lent.run"), "utf8"));
    }
    expect(runs[0]).toBe(runs[1]);
    const given = ["--queries", `${at("small")}:dev`, "--out", at("lent.run")];
    const ranker = `bm25(salience=${at("none.tsv")})`;
    const missing = await type("run", at("index"), ...given, "--ranker", ranker);
    expect(missing).toMatchObject({ code: 2, note: expect.stringContaining("none.tsv") });
  });

  test("is written as ONNX", async () => {
    expect(await type("export", at("model"), "--onnx")).toMatchObject({ code: 0 });
    expect(readFileSync(at("model/model.onnx")).length).toBeGreaterThan(1000);
  });

  test("is refused where there is none, and over an index with other tokens", async () => {
    expect(await type("salience", at("nowhere"))).toMatchObject({ code: 2 });
    expect((await type("index", at("small"), "--out", at("plain"), "--stem", "none")).code).toBe(0);
    const given = [
      "tune-depth",
      at("plain"),
      "--model",
      at("model"),
      "--queries",
      `${at("small")}:dev`,
    ];
    const { code, note } = await type(...given);
    expect(code).toBe(2);
    expect(note).toContain('reads tokens made with stemmer "porter2", but the index has "none"');
  });
});

test("duet reads letter graphs and keeps them", async () => {
  const sizes = "queryLength=5,documentLength=9,filters=4,hidden=4,matches=exact,combine=sum";
  const trainCommand = await type(
    ...["train", "duet", "--index", at("index"), "--collection", at("small"), "--out", at("duet")],
    ...["--embeddings", "letter-graphs", "--embedding-rate", "0", "--tokens", "surface"],
    ...["--options", sizes, "--epochs", "1", "--threads", "1"],
  );
  expect(trainCommand, trainCommand.note).toMatchObject({ code: 0 });
  const { options } = JSON.parse(readFileSync(at("duet/model.json"), "utf8"));
  expect(options).toMatchObject({ dimensions: 2000, filters: 4, combine: "sum" });
});

describe("bert", () => {
  const trainBert = (out: string, ...more: string[]): string[] => [
    ...["train", "bert", "--index", at("index"), "--collection", at("small"), "--out", at(out)],
    ...["--epochs", "1", "--period", "2", "--rate", "0.01", "--threads", "1", ...more],
  ];

  beforeAll(async () => {
    await mkdir(at("tiny"));
    for (const [name, bytes] of Object.entries(createTinyBertFiles())) {
      await writeFile(join(at("tiny"), name), bytes);
    }
    const trainCommand = await type(...trainBert("bert", "--start", at("tiny")));
    expect(trainCommand, trainCommand.note).toMatchObject({ code: 0 });
  });

  test("is trained from a folder, with its own settings, and keeps its tokenizer", () => {
    const description = JSON.parse(readFileSync(at("bert/model.json"), "utf8"));
    expect(description).toMatchObject({
      model: "bert",
      options: { layers: 2, width: 8 },
      sequences: { form: "piece", queryLength: 16, documentLength: 16 },
      training: { settings: { loss: "softmax", warmUp: 0.1, weightDecay: 0.01, clip: 1 } },
    });
    expect(readFileSync(at("bert/tokenizer.json"))).toEqual(
      readFileSync(at("tiny/tokenizer.json")),
    );
    // "the paint of crimson" is 16 letters and a mark: one piece too many, as for most things.
    expect(description.documents.cut).toBeGreaterThan(0);
  });

  test("re-ranks from its folder, what is found or what was judged", async () => {
    const rerank = ["--rerank", at("bert"), "--queries", `${at("small")}:dev`, "--threads", "1"];
    const found = await type("run", at("index"), ...rerank, "--out", at("bert.run"));
    expect(found).toMatchObject({ code: 0 });
    expect(found.note).toMatch(/truncated: 0 of 8 queries, \d+ of \d+ documents/);
    const judged = ["--candidates", "judged", "--answered", "--out", at("judged.run")];
    expect(await type("run", at("index"), ...rerank, ...judged)).toMatchObject({ code: 0 });
    const lines = readFileSync(at("judged.run"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => line.split(" ")[3])).toEqual(Array(8).fill("1"));
    // The same documents in reverse order, given as a file: the model puts them in its order again.
    const order = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ").slice(0, 4));
    const all = ["--depth", "100", "--out", at("all.run")];
    expect(await type("run", at("index"), ...rerank, ...all)).toMatchObject({ code: 0 });
    const first = readFileSync(at("all.run"), "utf8");
    const reversed = order(first).map((line) => `${line.slice(0, 3).join(" ")} 1 ${line[3]} x\n`);
    writeFileSync(at("given.run"), reversed.join(""));
    const given = ["--candidates", at("given.run"), "--out", at("given-bert.run")];
    expect(await type("run", at("index"), ...rerank, ...given)).toMatchObject({ code: 0 });
    expect(order(readFileSync(at("given-bert.run"), "utf8"))).toEqual(order(first));
  });

  test("is explained by the vectors of its pieces, and has no salience", async () => {
    const trainCommand = [
      "explain",
      at("index"),
      "--model",
      at("bert"),
      "red paint",
      "crimson-paint",
    ];
    const { code, out } = await type(...trainCommand, "--json");
    expect(code).toBe(0);
    const words = (JSON.parse(out).query as { word?: string }[]).map(({ word }) => word);
    expect(words.slice(0, 4)).toEqual(["[CLS]", "r", "##e", "##d"]);
    const { occlusion } = JSON.parse(out) as { occlusion: { query: number[] } };
    expect(occlusion.query).toHaveLength(words.length);
    expect(occlusion.query[0]).toBe(0); // a special token is never left out
    expect(occlusion.query.some((change) => change !== 0)).toBe(true);
    expect((await type(...trainCommand)).out).toMatch(/^ +-?\d+\.\d{4} {2}without \S+/m);
    expect(await type("salience", at("bert"))).toMatchObject({ code: 2 });
  });

  test("is exported as a graph of its pieces", async () => {
    expect(await type("export", at("bert"), "--onnx")).toMatchObject({ code: 0 });
    expect(readFileSync(at("bert/model.onnx")).length).toBeGreaterThan(1000);
  });

  test.each<[string, string[], string]>([
    ["nothing to start from", trainBert("none"), "bert needs --start"],
    [
      "a folder that holds something else",
      trainBert("none", "--start", folder),
      "holds no BERT: there is no config.json",
    ],
  ])("with %s is refused", async (_name, trainCommand, message) => {
    const { code, note } = await type(...trainCommand);
    expect(code).not.toBe(0);
    expect(note).toContain(message);
  });

  test("is the only model that takes a start", async () => {
    const { code, note } = await type(...trainArguments("knrm", "none"), "--start", at("tiny"));
    expect(code).toBe(2);
    expect(note).toContain("no other model takes it");
  });
});
