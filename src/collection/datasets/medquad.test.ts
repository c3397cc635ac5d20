import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Collection } from "../collection.ts";
import { openMedQuad } from "./medquad.ts";
import { LIVEQA_FILES } from "./medquad-liveqa.ts";

async function all<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const pair = (_id: string, question: string, answer: string): string =>
  JSON.stringify({ _id, question, answer, focus: "Flu", qtype: "cause" });

const pairs = [
  pair("1_Made_QA/0000001-1", "What is flu ?", "An illness."),
  pair("1_Made_QA/0000001-2", "what is  Flu ?", "A virus - of birds."),
  pair("1_Made_QA/0000001-2", "Who gets flu ?", "All do."),
  pair("1_Made_QA/0000002-1", "Who gets colds ?", "All do."),
  pair("1_Made_QA/0000002-2", "Who gets colds ?", "All do."),
].join("\n");

const row = (id: string, question: string, text: string): string =>
  `${id},"Question: ${question}\nURL: http://x.example/1\nAnswer: ${text}\n"`;

const liveQa = {
  [LIVEQA_FILES.questions]: `<?xml version="1.0"?>
<Set>
  <NLM-QUESTION qid="TQ1">
    <SUBJECT> flu </SUBJECT>
    <MESSAGE>Birds &amp;
      me?</MESSAGE>
    <NIST-PARAPHRASE></NIST-PARAPHRASE>
    <NLM-Summary>Do birds get flu?</NLM-Summary>
  </NLM-QUESTION>
  <NLM-QUESTION qid="TQ2">
    <NLM-Summary>Never judged?</NLM-Summary>
  </NLM-QUESTION>
</Set>
`,
  [LIVEQA_FILES.answers]: [
    "AnswerID,Answer",
    // Section 2 there.
    row("Made_0000001_Sec7.txt", "What is Flu? (Also called: influenza)", "A virus\n  of BIRDS."),
    row("Gone_0000009_Sec1.txt", 'What is ""gone"" ?', "Not to be had."),
    row("Gone_0000009_Sec1.txt", 'What is ""gone"" ?', "Not to be had."),
    row("Made_0000002_Sec2.txt", "Who gets colds ?", "All do."),
    // The words of another article, and of another question.
    row("Made_0000003_Sec1.txt", "Who gets colds ?", "All do."),
    row("Made_0000002_Sec1.txt", "Who gets warm ?", "All do."),
  ].join("\n"),
  [LIVEQA_FILES.judgements]: [
    "1 1-Incorrect Made_0000001_Sec7.txt",
    "1 2-Related Gone_0000009_Sec1.txt",
    "1 4-Excellent Made_0000001_Sec7.txt",
    "1 3-Incomplete Made_0000002_Sec2.txt",
    "1 1-Incorrect Made_0000003_Sec1.txt",
    "1 1-Incorrect Made_0000002_Sec1.txt",
    "",
  ].join("\n"),
};

async function open(changed: Record<string, string> = {}): Promise<Collection> {
  const contents: Record<string, string> = { "mq/qa.jsonl": pairs };
  for (const [name, text] of Object.entries({ ...liveQa, ...changed })) {
    contents[`mq/liveqa/${name}`] = text;
  }
  const collection = await openMedQuad(new MemoryFiles(contents), "mq");
  if (collection === undefined) throw new Error("the folder was not taken for MedQuAD");
  return collection;
}

describe("openMedQuad", () => {
  test("creates documents from answers, with unique ids, and adds judged ones", async () => {
    const collection = await open();
    expect(collection).toMatchObject({ name: "mq", format: "medquad", splits: ["train", "test"] });
    const fields = { focus: "Flu", type: "cause" };
    const url = "http://x.example/1";
    expect(await all(collection.documents())).toEqual([
      { id: "1_Made_QA/0000001-1", text: "An illness.", fields },
      { id: "1_Made_QA/0000001-2", text: "A virus - of birds.", fields },
      { id: "1_Made_QA/0000001-2#2", text: "All do.", fields },
      { id: "1_Made_QA/0000002-1", text: "All do.", fields },
      { id: "1_Made_QA/0000002-2", text: "All do.", fields },
      { id: "Gone_0000009_Sec1.txt", text: "Not to be had.", fields: { url } },
      { id: "Made_0000003_Sec1.txt", text: "All do.", fields: { url } },
      { id: "Made_0000002_Sec1.txt", text: "All do.", fields: { url } },
    ]);
  });

  test("trains on the distinct questions with their answers", async () => {
    const collection = await open();
    expect(await all(collection.queries("train"))).toEqual([
      { id: "Q1", text: "What is flu ?" },
      { id: "Q2", text: "Who gets flu ?" },
      { id: "Q3", text: "Who gets colds ?" },
    ]);
    expect(await all(collection.judgements("train"))).toEqual([
      { query: "Q1", document: "1_Made_QA/0000001-1", grade: 1 },
      { query: "Q1", document: "1_Made_QA/0000001-2", grade: 1 },
      { query: "Q2", document: "1_Made_QA/0000001-2#2", grade: 1 },
      { query: "Q3", document: "1_Made_QA/0000002-1", grade: 1 },
      { query: "Q3", document: "1_Made_QA/0000002-2", grade: 1 },
    ]);
  });

  test("tests on the judged questions, each answer once with its higher grade", async () => {
    const collection = await open();
    expect(await all(collection.queries("test"))).toEqual([
      { id: "TQ1", text: "Do birds get flu?", fields: { subject: "flu", message: "Birds & me?" } },
    ]);
    expect(await all(collection.judgements("test"))).toEqual([
      { query: "TQ1", document: "1_Made_QA/0000001-2", grade: 3 },
      { query: "TQ1", document: "Gone_0000009_Sec1.txt", grade: 1 },
      { query: "TQ1", document: "1_Made_QA/0000002-2", grade: 2 },
      { query: "TQ1", document: "Made_0000003_Sec1.txt", grade: 0 },
      { query: "TQ1", document: "Made_0000002_Sec1.txt", grade: 0 },
    ]);
  });

  test.each([
    ["an unknown judgement", { judgements: "1 5-Superb x" }, 'judgements:1: .*got "5-Superb"'],
    ["too few columns", { judgements: "\n1 1-Incorrect" }, "judgements:2: expected a question's"],
    ["no number", { judgements: "one 1-Incorrect x" }, 'judgements:1: .*got "one"'],
    ["an unknown answer", { judgements: "1 2-Related x" }, 'judgements:1: .*has no answer "x"'],
    ["an answer without its parts", { answers: "AnswerID,Answer\nx,y" }, "answers:2: expected an"],
    ["an open question", { questions: '\n<NLM-QUESTION qid="TQ1">' }, "questions:2: .*has no </"],
    [
      "a question without summary",
      { questions: '<NLM-QUESTION qid="TQ1"></NLM-QUESTION>' },
      "questions:1: question TQ1 needs an <NLM-Summary>",
    ],
    ["no id", { questions: "<NLM-QUESTION q></NLM-QUESTION>" }, "questions:1: .*needs a qid"],
  ])("rejects %s with the position", async (_, damage, rule) => {
    const [[kind, text]] = Object.entries(damage) as [[keyof typeof LIVEQA_FILES, string]];
    const collection = await open({ [LIVEQA_FILES[kind]]: text });
    const [, actualKind, message] = /^(\w+)(:.*)$/.exec(rule) as unknown as [
      string,
      string,
      string,
    ];
    expect(actualKind).toBe(kind);
    const error = await all(collection.queries("test")).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "BAD_INPUT" });
    expect(error.message).toMatch(new RegExp(message));
    expect(error.message).toContain(`mq/liveqa/${LIVEQA_FILES[kind]}:`);
  });

  test.each(["{", "7", "null", '{"_id":"a"}', '{"_id":"a b","question":"","answer":""}'])(
    "rejects the pair %s",
    async (line) => {
      const files = new MemoryFiles({ "mq/qa.jsonl": `${pairs}\n${line}` });
      const collection = await openMedQuad(files, "mq");
      await expect(all(collection?.documents() ?? [])).rejects.toMatchObject({
        code: "BAD_INPUT",
        details: { file: "mq/qa.jsonl", line: 6 },
      });
    },
  );

  test("has no test without the folder liveqa, and does not open a folder without qa.jsonl", async () => {
    const alone = await openMedQuad(new MemoryFiles({ "mq/qa.jsonl": pairs }), "mq");
    expect(alone?.splits).toEqual(["train"]);
    expect(await all(alone?.documents() ?? [])).toHaveLength(5);
    expect(await openMedQuad(new MemoryFiles({ "mq/corpus.jsonl": "" }), "mq")).toBeUndefined();
  });
});
