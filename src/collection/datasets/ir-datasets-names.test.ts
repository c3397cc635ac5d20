import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { readSplit } from "../split.ts";
import { parseIrDatasetsName } from "./ir-datasets-names.ts";
import { openDataset, parseCollectionSplit } from "./open-dataset.ts";

// Names as in the catalogue of ir_datasets 0.5.
test.each([
  ["beir/nfcorpus", { folder: "beir/nfcorpus" }],
  ["beir/nfcorpus/test", { folder: "beir/nfcorpus", split: "test" }],
  ["irds:beir/scifact/train", { folder: "beir/scifact", split: "train" }],
  ["beir/cqadupstack/android", { folder: "beir/cqadupstack/android" }],
  ["beir/webis-touche2020/v2", { folder: "beir/webis-touche2020/v2" }],
  ["msmarco-passage/dev/small", { folder: "msmarco-passage", split: "validation" }],
  ["msmarco-passage/trec-dl-2019/judged", { folder: "msmarco-passage", split: "dl19" }],
  ["msmarco-passage", undefined],
  ["msmarco-passage/dev/2", undefined],
  ["nfcorpus", undefined],
  ["./beir/nfcorpus/test", undefined],
  ["beir/../secret", undefined],
  ["beir", undefined],
])("%s is %j", (name, expected) => {
  expect(parseIrDatasetsName(name)).toEqual(expected);
});

const files = new MemoryFiles({
  "data/beir/facts/corpus.jsonl": '{"_id":"1","text":"one"}',
  "data/beir/facts/queries.jsonl": '{"_id":"q","text":"which"}\n{"_id":"r","text":"other"}',
  "data/beir/facts/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\t1\t1\n",
  "data/beir/facts/qrels/train.tsv": "query-id\tcorpus-id\tscore\nr\t1\t1\n",
  "data/facts/corpus.jsonl": '{"_id":"2","text":"another collection of that name"}',
  "data/msmarco-passage/collection.tsv": "7\ta passage\n",
  "data/msmarco-passage/msmarco-test2019-queries.tsv": "31\tjudged\n32\tnot judged\n",
  "data/msmarco-passage/2019qrels-pass.txt": "31 Q0 7 3\n",
  "here/beir/facts/corpus.jsonl": "",
});

describe("a name of ir_datasets", () => {
  const open = async (name: string): Promise<unknown> => {
    const { collection: path, split } = parseCollectionSplit(name);
    const collection = await openDataset(files, path, { collections: "data" });
    const texts: string[] = [];
    for await (const { text } of collection.documents()) texts.push(text);
    const { queries, judgements } = await readSplit(collection, split);
    return [texts, queries.map(({ text }) => text), judgements];
  };

  test("selects the folder and the split, and no other collection of that name", async () => {
    const judgements = new Map([["q", new Map([["1", 1]])]]);
    expect(await open("beir/facts/test")).toEqual([["one"], ["which"], judgements]);
    expect(await open("irds:beir/facts/test")).toEqual([["one"], ["which"], judgements]);
  });

  test("of TREC's Deep Learning track selects its files of MS MARCO", async () => {
    const judgements = new Map([["31", new Map([["7", 3]])]]);
    const name = "msmarco-passage/trec-dl-2019/judged";
    expect(await open(name)).toEqual([["a passage"], ["judged"], judgements]);
  });

  test("opens the collection where only documents are needed", async () => {
    const { name } = await openDataset(files, "beir/facts/test", { collections: "data" });
    expect(name).toBe("facts");
  });

  test("that is not on the disk is refused with the folder that is needed", async () => {
    const opening = openDataset(files, "beir/nfcorpus/test", { collections: "data" });
    await expect(opening).rejects.toThrow(
      'there is no folder "data/beir/nfcorpus" with the collection "beir/nfcorpus/test" in its official layout',
    );
  });
});
