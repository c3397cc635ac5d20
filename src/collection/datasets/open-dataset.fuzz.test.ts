import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../common/errors.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { LIVEQA_FILES } from "./medquad-liveqa.ts";
import { openDataset } from "./open-dataset.ts";

const LINES = 20_000;

/** Valid lines of a format with characters of its grammar inserted, removed or doubled. */
function createFuzzedLines(good: readonly string[], grammar: string): string {
  const damage = fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom(...grammar, "é", "\u0000", "😀"));
  const line = fc
    .tuple(fc.constantFrom(...good), fc.array(damage, { maxLength: 3 }))
    .map(([text, damages]) =>
      damages.reduce(
        (damaged, [at, removed, added]) =>
          damaged.slice(0, at) + added + damaged.slice(at + removed),
        text,
      ),
    );
  return fc.sample(line, { numRuns: LINES, seed: 7 }).join("\n");
}

const formats = [
  ["c/data.noun", ["00000001 03 n 01 a 0 001 + 00000002 v 0101 | b", "  1 licence"], " |0af+&"],
  ["c/WikiQASent-train.txt", ["why ?\tbecause\t1", "why ?\tso\t0"], "\t01?"],
  ["c/qa.jsonl", ['{"_id":"x/1-1","question":"a ?","answer":"b"}'], '{}":,\\'],
  [`c/liveqa/${LIVEQA_FILES.judgements}`, ["1 2-Related A_1_Sec1.txt"], " 1-_"],
  [
    `c/liveqa/${LIVEQA_FILES.answers}`,
    ['A_1_Sec1.txt,"Question: q', "URL: u", 'Answer: a"'],
    '",:',
  ],
  [
    `c/liveqa/${LIVEQA_FILES.questions}`,
    ['<NLM-QUESTION qid="TQ1">', "<NLM-Summary>a &amp; b</NLM-Summary>", "</NLM-QUESTION>"],
    '<>/&;"',
  ],
] as const;

describe.each(formats)("20,000 fuzzed lines in %s", (path, good, grammar) => {
  const files = new MemoryFiles({
    ...(path.includes("liveqa") && {
      "c/qa.jsonl": "",
      [`c/liveqa/${LIVEQA_FILES.judgements}`]: "1 2-Related A_1_Sec1.txt",
      [`c/liveqa/${LIVEQA_FILES.answers}`]: 'A_1_Sec1.txt,"Question: q\nURL: u\nAnswer: a"\n',
      [`c/liveqa/${LIVEQA_FILES.questions}`]: "",
    }),
    ...(path.includes("data.noun") && { "c/data.verb": "", "c/data.adj": "", "c/data.adv": "" }),
    [path]: createFuzzedLines(good, grammar),
  });

  async function readAll(onBad?: (error: TermwiseError) => void): Promise<number> {
    const collection = await openDataset(files, "c", onBad && { onBad });
    let records = 0;
    for await (const _ of collection.documents()) records++;
    for (const split of collection.splits) {
      for await (const _ of collection.queries(split)) records++;
      for await (const _ of collection.judgements(split)) records++;
    }
    return records;
  }

  test("yield records, and an error with a line for each bad one", async () => {
    const errors: TermwiseError[] = [];
    const records = await readAll((error) => errors.push(error));
    expect(records).toBeGreaterThan(0);
    expect(errors.length).toBeGreaterThan(0);
    const hasLine = ({ code, details: { line } }: TermwiseError): boolean =>
      code === "BAD_INPUT" && typeof line === "number" && line > 0 && line <= LINES;
    expect(errors.filter((error) => !hasLine(error))).toEqual([]);
  });

  test("end in BAD_INPUT without onBad", async () => {
    const error = await readAll().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TermwiseError);
    expect(error).toMatchObject({ code: "BAD_INPUT" });
  });
});
