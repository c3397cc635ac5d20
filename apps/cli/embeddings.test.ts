import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { type CommandOutput, createCommandRunner } from "./command-runner.contract.ts";
import { embeddings } from "./embeddings.ts";
import { vocabulary } from "./vocabulary.ts";

const VECTORS = "man 1 0\nwoman 0 1\nking 1 0.2\nqueen 0.1 1.2\nking 5 5\n";
const TEXT = Array.from({ length: 30 }, () => "the dog chased the cat\n").join("");
const SMALL = ["--dimension", "4", "--epochs", "1", "--buckets", "20", "--min-count", "1"];

function folder(): MemoryFiles {
  return new MemoryFiles({
    "v.txt": VECTORS,
    "bad.txt": "a 1 2\nb x 2\n",
    "text.txt": TEXT,
    "c/corpus.jsonl": '{"_id":"1","title":"Dogs","text":"The dogs bark at the moon."}\n',
    "c/queries.jsonl": '{"_id":"q1","text":"the dogs"}\n{"_id":"q2","text":"the cats"}\n',
    "c/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\t1\t1\nq2\t1\t1\n",
  });
}

function type(files: MemoryFiles, ...argv: string[]): Promise<CommandOutput> {
  return createCommandRunner(files, [embeddings, vocabulary])(...argv);
}

async function readText(files: MemoryFiles, path: string): Promise<string> {
  let text = "";
  for await (const chunk of files.read(path)) text += new TextDecoder().decode(chunk);
  return text;
}

describe("termwise embeddings", () => {
  test("shows the nearest words and says what it left out", async () => {
    const { out, note } = await type(
      folder(),
      "embeddings",
      "neighbours",
      "v.txt",
      "man",
      "--top",
      "1",
    );
    // cos(man, king) = 1 / √1.04 = 0.9806; the second king does not count.
    expect(out).toBe("word  cosine\n────────────\nking  0.9806\n");
    expect(note).toBe("left out 1 vectors of words that had one already\n");
  });

  test("answers an analogy as JSON", async () => {
    const { out } = await type(
      folder(),
      "embeddings",
      "analogy",
      "v.txt",
      "man",
      "king",
      "woman",
      "--json",
    );
    // Unit king - man + woman = (-.0194, 1.1961); with queen 1.4334 / (1.1963 · 1.2042) = 0.9951.
    expect(JSON.parse(out)).toEqual([{ word: "queen", cosine: expect.closeTo(0.9951, 4) }]);
  });

  test("converts to our own file and back to text", async () => {
    const files = folder();
    await type(files, "embeddings", "convert", "v.txt", "--out", "v.vectors");
    const { out } = await type(
      files,
      "embeddings",
      "convert",
      "v.vectors",
      "--out",
      "v.vec",
      "--json",
    );
    expect(JSON.parse(out)).toEqual({
      out: "v.vec",
      format: "text",
      words: 4,
      dimension: 2,
      duplicates: 0,
    });
    expect(await readText(files, "v.vec")).toMatch(/^4 2\nman 1 0\nwoman 0 1\nking 1 0\.2/);
  });

  test.each(["m.bin", "m.vec", "m.vectors"])("trains on a text and writes %s", async (out) => {
    const files = folder();
    const trained = await type(
      files,
      "embeddings",
      "train",
      "text.txt",
      "--plain",
      "--out",
      out,
      ...SMALL,
    );
    expect(trained).toMatchObject({ code: 0, out: `wrote 5 vectors of dimension 4 to ${out}\n` });
    const { code } = await type(files, "embeddings", "neighbours", out, "dog");
    expect(code).toBe(0);
  });

  test("trains on the documents of a collection", async () => {
    const files = folder();
    const argv = ["embeddings", "train", "c", "--out", "m.vec", "--json", ...SMALL];
    // dogs, the, bark, at, moon and the end of lines.
    expect(JSON.parse((await type(files, ...argv)).out)).toMatchObject({
      words: 6,
      format: "text",
    });
  });

  test.each([
    [["embeddings"], 2, "the action must be one of train, convert, neighbours, analogy; got none"],
    [["embeddings", "neighbours", "v.txt"], 2, "neighbours needs a source and 1 word"],
    [["embeddings", "neighbours", "v.txt", "tree"], 2, 'there is no vector for the word "tree"'],
    [["embeddings", "convert", "v.txt"], 2, "--out <file> is needed"],
    [
      ["embeddings", "convert", "v.txt", "--out", "m.bin"],
      2,
      "only train can write a fastText model",
    ],
    [["embeddings", "convert", "bad.txt", "--out", "o"], 3, 'bad.txt:2: "x" is not a number'],
    [["embeddings", "convert", "absent", "--out", "o"], 2, "there is no file"],
    [["embeddings", "train", "text.txt", "--plain", "--out", "o", "--ngrams", "x"], 2, "--ngrams"],
    [
      ["embeddings", "train", "text.txt", "--plain", "--out", "o", "--rate", "fast"],
      2,
      "rate must be",
    ],
  ])("ends %j with code %i", async (argv, code, message) => {
    const result = await type(folder(), ...argv);
    expect(result.code).toBe(code);
    expect(result.note).toContain(message);
  });

  test("leaves bad lines out on demand", async () => {
    const { out, note } = await type(
      folder(),
      "embeddings",
      "convert",
      "bad.txt",
      "--out",
      "o",
      "--skip-bad",
    );
    expect(out).toBe("wrote 1 vectors of dimension 2 to o\n");
    expect(note).toContain("skipped 1 bad line");
  });
});

describe("termwise vocabulary", () => {
  test("shows the table and writes the vocabulary", async () => {
    const files = folder();
    const argv = [
      "vocabulary",
      "c:test",
      "--counts",
      "2,1",
      "--dimension",
      "10",
      "--out",
      "voc.txt",
    ];
    const { out, code } = await type(files, ...argv);
    expect(code).toBe(0);
    // dogs 2, the 2, bark, at and moon 1; "cats" is never there.
    expect(out).toBe(
      [
        "vocabulary  terms  % of terms    size  % OOV queries  OOV queries",
        "─────────────────────────────────────────────────────────────────",
        "Voc-2           2        40.0  0.1 kB          50.00            1",
        "Voc-Full        5       100.0  0.2 kB          50.00            1",
        "",
        "2 queries; vectors of 10 numbers",
        "",
      ].join("\n"),
    );
    expect(await readText(files, "voc.txt")).toBe("dogs\t2\nthe\t2\n");
  });

  test("gives the same as JSON", async () => {
    const { out } = await type(folder(), "vocabulary", "c", "--counts", "1", "--json");
    expect(JSON.parse(out)).toMatchObject({ queries: 2, rows: [{ name: "Voc-Full", terms: 5 }] });
  });

  test("takes the dimension from vectors and gives those of sub-words a row", async () => {
    const files = folder();
    await type(files, "embeddings", "train", "text.txt", "--plain", "--out", "m.bin", ...SMALL);
    const argv = ["vocabulary", "c", "--counts", "1", "--embeddings", "m.bin", "--json"];
    // 5 terms of 4 numbers; 5 words, 20 buckets and padding.
    expect(JSON.parse((await type(files, ...argv)).out).rows).toMatchObject([
      { name: "Voc-Full", bytes: 80 },
      { name: "fastText", terms: 26, bytes: 416 },
    ]);
  });

  test.each(["0", "", "1,,2", "x"])("refuses the counts %j", async (counts) => {
    expect(await type(folder(), "vocabulary", "c", "--counts", counts)).toMatchObject({ code: 2 });
  });
});
