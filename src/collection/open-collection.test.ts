import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../storage/memory-files.ts";
import type { Collection } from "./collection.ts";
import { type OpenCollectionOptions, openCollection } from "./open-collection.ts";

type Contents = Record<string, string | Uint8Array>;

function open(
  contents: Contents,
  path = "c",
  options?: OpenCollectionOptions,
): Promise<Collection> {
  return openCollection(new MemoryFiles(contents), path, options);
}

/**
 * The contents of a collection by ids: documents, then for each split its queries and judgements.
 */
async function outline(collection: Collection): Promise<Record<string, string>> {
  const summary: Record<string, string> = { documents: "" };
  for await (const { id } of collection.documents()) summary.documents += `${id} `;
  for (const split of collection.splits) {
    const queries: string[] = [];
    const judgements: string[] = [];
    for await (const { id } of collection.queries(split)) queries.push(id);
    for await (const { query, document, grade } of collection.judgements(split)) {
      judgements.push(`${query}-${document}=${grade}`);
    }
    summary[split] = [...queries, "|", ...judgements].join(" ");
  }
  return summary;
}

const CORPUS = '{"_id":"d1","title":"","text":"salt"}\n{"_id":"d2","title":"Ice","text":"ice"}\n';
const QUERIES = ["q1", "q2", "q3"].map((id) => `{"_id":"${id}","text":"what is ${id}"}\n`).join("");
const HEADER = "query-id\tcorpus-id\tscore\n";

describe("BEIR folders", () => {
  test("have the splits of their judgements, in the order of an experiment", async () => {
    const collection = await open({
      "c/corpus.jsonl": CORPUS,
      "c/queries.jsonl": QUERIES,
      "c/qrels/test.tsv": `${HEADER}q2\td1\t1\n`,
      "c/qrels/train.tsv": `${HEADER}q3\td2\t2\nq1\td2\t1\n`,
    });
    expect(collection).toMatchObject({ name: "c", format: "beir", splits: ["train", "test"] });
    expect(await outline(collection)).toEqual({
      documents: "d1 d2 ",
      train: "q1 q3 | q3-d2=2 q1-d2=1",
      test: "q2 | q2-d1=1",
    });
  });

  test("have a split `all` if some queries have no judgements", async () => {
    const contents = {
      "c/corpus.jsonl": CORPUS,
      "c/queries.jsonl": QUERIES,
      "c/qrels/test.tsv": `${HEADER}q2\td1\t1\n`,
    };
    expect(await outline(await open(contents))).toEqual({
      documents: "d1 d2 ",
      test: "q2 | q2-d1=1",
      all: "q1 q2 q3 | q2-d1=1",
    });
  });

  test("may have a file of queries for each split, and prefer graded judgements", async () => {
    const collection = await open({
      "c/corpus.jsonl": CORPUS,
      "c/queries.train.jsonl": QUERIES,
      "c/queries.dl19.tsv": "q9\twhat is q9\nq8\twhat is q8\n",
      "c/qrels/train.tsv": `${HEADER}q1\td2\t1\n`,
      "c/qrels/dl19-relevant-only.txt": "q9 0 d1 1\n",
      "c/qrels/dl19.graded.txt": "q9 Q0 d1 3\n",
    });
    expect(await outline(collection)).toEqual({
      documents: "d1 d2 ",
      train: "q1 q2 q3 | q1-d2=1",
      dl19: "q9 q8 | q9-d1=3",
    });
  });

  test("are rejected if judgements have no queries", async () => {
    const contents = { "c/corpus.jsonl": CORPUS, "c/qrels/test.tsv": `${HEADER}q2\td1\t1\n` };
    await expect(open(contents)).rejects.toThrow(
      'there are judgements in "c/qrels/test.tsv" but no queries for them: looked for queries.jsonl',
    );
  });

  test("reject an unknown split", async () => {
    const collection = await open({ "c/corpus.jsonl": CORPUS });
    expect(() => collection.queries("dev")).toThrow(
      'collection "c" has no split "dev"; it has none',
    );
  });
});

const TSV = (...ids: string[]): string => ids.map((id) => `${id}\ttext of ${id}\n`).join("");
const QRELS = (...ids: string[]): string => ids.map((id) => `${id}\t0\tp${id}\t1\n`).join("");

describe("MS MARCO folders", () => {
  const full = {
    "c/collection.tsv": TSV("0", "1"),
    "c/queries.train.tsv": TSV("10", "11", "12"),
    "c/qrels.train.tsv": QRELS("10", "12"),
    "c/queries.dev.tsv": TSV("20", "21", "22", "23"),
    "c/qrels.dev.tsv": QRELS("20", "21", "22"),
    "c/queries.eval.tsv": TSV("30"),
  };
  const expected = {
    documents: "0 1 ",
    train: "10 12 | 10-p10=1 12-p12=1",
    dev: "20 21 22 | 20-p20=1 21-p21=1 22-p22=1",
    validation: "21 | 21-p21=1",
    test: "20 22 | 20-p20=1 22-p22=1",
    eval: "30 |",
  };

  test.each([
    ["queries.dev.small.tsv", TSV("21")],
    ["qrels.dev.small.tsv", QRELS("21")],
    ["top1000.dev.tsv", "21\t0\ttext of 21\ttext of 0\n21\t1\ttext of 21\ttext of 1\n"],
  ])("split dev into the sample of %s and the rest", async (name, content) => {
    const collection = await open({ ...full, [`c/${name}`]: content });
    expect(collection.format).toBe("msmarco");
    expect(await outline(collection)).toEqual(expected);
  });

  test("have only the official splits without a sample, and only the sample without the rest", async () => {
    expect((await open(full)).splits).toEqual(["train", "dev", "eval"]);
    const small = {
      "c/collection.tsv": TSV("0"),
      "c/queries.dev.small.tsv": TSV("21"),
      "c/qrels.dev.small.tsv": QRELS("21"),
    };
    expect((await open(small)).splits).toEqual(["validation"]);
  });
});

const DOC = (id: string): string => `<DOC>\n<DOCNO>${id}</DOCNO>\n<TEXT>x</TEXT>\n</DOC>\n`;
const TOPIC = (id: string): string => `<top>\n<num> Number: ${id}\n<title> salt\n</top>\n`;

describe("TREC folders", () => {
  test("are read at any depth, with any names, without the readme files", async () => {
    const collection = await open({
      "c/ap/1988/ap880101": DOC("AP-1") + DOC("AP-2"),
      "c/ft/ft911_1": DOC("FT-1"),
      "c/ft/readmeft": "The documents of this disc ...\n",
      "c/ft/ft912_1.pending": DOC("HALF"),
      "c/topics.51-100.txt": TOPIC("051") + TOPIC("052"),
      "c/topics.101-150.txt": TOPIC("101"),
      "c/qrels.51-100.txt": "51 0 AP-1 1\n52 0 FT-1 0\n",
    });
    expect(collection.format).toBe("trec");
    expect(await outline(collection)).toEqual({
      documents: "AP-1 AP-2 FT-1 ",
      "101-150": "101 |",
      "51-100": "51 52 | 51-AP-1=1 52-FT-1=0",
    });
  });

  test("have one split if names do not pair", async () => {
    const contents = {
      "c/d": DOC("1"),
      "c/query-text.trec": TOPIC("1"),
      "c/qrels.disk1": "1 0 1 1\n",
    };
    expect(await outline(await open(contents))).toEqual({ documents: "1 ", all: "1 | 1-1=1" });
  });
});

test("detects SMART folders by content, and queries and judgements by name", async () => {
  const contents = {
    "c/kite.all": ".I 1\n.W\nlift\n",
    "c/kite.qry": ".I 007\n.W\nwhat lifts\n",
    "c/kiteqrel": "1 1 2\n1 1 2\n",
    "c/kiteqrel.readme": "Codes run from 1 to 5.\n",
  };
  const collection = await open(contents);
  expect(collection.format).toBe("smart");
  expect(await outline(collection)).toEqual({ documents: "1 ", all: "1 | 1-1=3 1-1=3" });
  const opened = await open(contents, "c", { queryIds: "given", codes: "as-is" });
  expect(await outline(opened)).toEqual({ documents: "1 ", all: "007 | 1-1=2 1-1=2" });
});

describe("tables", () => {
  test("are one file of documents, with queries and judgements beside it", async () => {
    const collection = await open({
      "c/mix.jsonl": CORPUS,
      "c/notes.tsv": "d1\tnothing\n",
      "c/queries.tsv": "q1\tsalt\n",
      "c/qrels.txt": "q1 0 d1 1\n",
    });
    expect(collection.format).toBe("jsonl");
    expect(await outline(collection)).toEqual({ documents: "d1 d2 ", all: "q1 | q1-d1=1" });
  });

  test("are rejected if the file of documents is ambiguous", async () => {
    await expect(open({ "c/a.tsv": TSV("1"), "c/b.tsv": TSV("2") })).rejects.toThrow(
      '"c" needs one .tsv file of documents (or one of them named documents, corpus, collection), there are a.tsv, b.tsv',
    );
  });

  test.each([
    ["d.jsonl", CORPUS, "jsonl", "d1 d2 "],
    ["no-ending", CORPUS, "jsonl", "d1 d2 "],
    ["d.tsv", TSV("1"), "tsv", "1 "],
    ["d.csv", "id,text\n1,a\n", "csv", "1 "],
    ["no-name", '"Title";"ID";"Text"\nt;1;a\n', "csv", "1 "],
    ["d.json", '[\n{"id":"1","text":"a"},\n{"id":"2","text":"b"}]', "json", "1 2 "],
    ["array", '[{"id":"1","text":"a"}]', "json", "1 "],
    ["empty", "[]", "json", ""],
    ["pretty", '{\n  "id": "1",\n  "text": "a"\n}\n', "json", "1 "],
    ["lines.json", CORPUS, "jsonl", "d1 d2 "],
    ["d.trec", DOC("1"), "trec", "1 "],
    ["d.all", ".I 1\n.W\nlift\n", "smart", "1 "],
    ["d.md", "# Salt\n", "text", "d.md "],
  ])("open single files: %s", async (name, content, format, documents) => {
    const collection = await open({ [name]: content }, name);
    expect(collection).toMatchObject({ name, format, splits: [] });
    expect(await outline(collection)).toEqual({ documents });
  });
});

test("reads one document per file of a folder of pages, with titles", async () => {
  const collection = await open({
    "c/a b/100%.md": "intro\n\n## Salt mines ##\n",
    "c/index.html": "<title>Home</title><p>Welcome</p>",
    "c/plain.txt": "# not a heading\n",
    "c/data.csv": "1,2\n",
    "c/image.png": "\0",
    "c/.git/x.txt": "hidden",
  });
  expect(collection.format).toBe("text");
  const documents = [];
  for await (const document of collection.documents()) documents.push(document);
  expect(documents).toEqual([
    { id: "a%20b/100%25.md", title: "Salt mines", text: "intro\n\nSalt mines" },
    { id: "index.html", title: "Home", text: "Welcome" },
    { id: "plain.txt", text: "# not a heading" },
  ]);
});

test("skips and reports files that are not pages", async () => {
  const skipped: string[] = [];
  const collection = await open(
    {
      "c/a.md": "---\ntitle: Plums\nid: 7\ntags: [salt]\n---\n# Heading\n\n**text**",
      "c/b.txt": "not \0 text",
      "c/c.md": "\0",
      "c/broken.gz": new Uint8Array([0x1f, 0x8b, 1, 2, 3]), // has the magic number of gzip, but is not gzip
      "c/deep/node_modules/d.md": "of others",
      "c/node_modules/e.txt": "of others",
      "c/.hidden.md": "hidden",
      "c/.git/f.txt": "hidden",
      "c/z.txt": "last",
    },
    "c",
    { onSkipped: (path, reason) => skipped.push(`${path}: ${reason}`) },
  );
  const documents = [];
  for await (const document of collection.documents()) documents.push(document);
  expect(documents).toEqual([
    {
      id: "a.md",
      title: "Plums",
      text: "Heading\n\ntext",
      fields: { source_id: 7, tags: ["salt"] },
    },
    { id: "z.txt", text: "last" },
  ]);
  expect(skipped).toEqual([
    "c/.git: hidden",
    "c/.hidden.md: hidden",
    "c/b.txt: not text",
    "c/broken.gz: another kind of file",
    "c/c.md: not text",
    "c/deep/node_modules: node_modules",
    "c/node_modules: node_modules",
  ]);
});

describe("openCollection", () => {
  test("reports what is missing and which formats were tried", async () => {
    await expect(open({}, "nowhere")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: 'there is no file or folder "nowhere"',
    });
    await expect(open({ "c/x.png": "\0" })).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
      message: expect.stringContaining(
        '"c" is not a collection; looked for corpus.jsonl (BEIR), coll',
      ),
    });
    await expect(open({ "c/x.png": "\0" }, "c/x.png")).rejects.toThrow(
      '"c/x.png" is not a file of documents; looked for JSON Lines',
    );
    await expect(open({ c: "" }, "c", { format: "xml" as "text" })).rejects.toThrow(
      'a collection\'s format must be one of beir, msmarco, trec, smart, warc, jsonl, json, tsv, csv, text, got "xml"',
    );
    await expect(open({ "c/x": "" }, "c", { format: "beir" })).rejects.toThrow(
      'a BEIR folder needs corpus.jsonl or corpus.jsonl.gz, "c" has neither',
    );
    await expect(open({ "c/x": "" }, "c", { format: "msmarco" })).rejects.toThrow(
      'an MS MARCO folder needs collection.tsv or collection.tsv.gz, "c" has neither',
    );
    await expect(open({ "c/x": "" }, "c", { format: "smart" })).rejects.toThrow(
      '"c" has no SMART file of documents, one that starts with .I',
    );
  });

  test("uses the format that the caller specifies", async () => {
    const collection = await open({ "c/corpus.jsonl": CORPUS, "c/a.txt": "x" }, "c", {
      format: "text",
    });
    expect(await outline(collection)).toEqual({ documents: "a.txt " });
  });

  test("reports each bad record once, although files are read more than once", async () => {
    const bad: string[] = [];
    const contents = {
      "c/corpus.jsonl": `${CORPUS}{}\n`,
      "c/queries.jsonl": `oops\n${QUERIES}`,
      "c/qrels/test.tsv": `${HEADER}q2\td1\t1\nq2\n`,
    };
    const collection = await open(contents, "c", { onBad: (error) => bad.push(error.message) });
    await outline({ ...collection, splits: ["test"] });
    expect(bad).toEqual([
      "c/corpus.jsonl:3: a document needs an id, a string or whole number named _id, id, docid; --id-field (in code, fieldNames.id) names another",
      'c/queries.jsonl:1: not a JSON object: "oops"',
      "c/qrels/test.tsv:3: expected 3 columns as in the lines before, got 1",
    ]);
  });
});
