import { expect, test } from "vitest";
import { MemoryFiles } from "../storage/memory-files.ts";
import { checkCollection } from "./check-collection.ts";
import { openCollection } from "./open-collection.ts";

test("counts inconsistencies", async () => {
  const files = new MemoryFiles({
    "c/documents.tsv": "d1\tsalt\nd2\t\nd1\tice\n",
    "c/queries.dev.tsv": "q1\ta\nq2\tb\nq3\tc\nq3\tagain\n",
    "c/qrels.dev.tsv": "q1 0 d1 1\nq2 0 d2 0\nq9 0 d1 1\nq3 0 d9 1\n",
  });
  expect(await checkCollection(await openCollection(files, "c"))).toEqual({
    documents: 3,
    repeatedDocuments: 1,
    emptyDocuments: 1,
    splits: {
      dev: {
        queries: 4,
        repeatedQueries: 1,
        queriesWithoutAnswer: 1, // q2; the only answer of q3 is not in the collection, but was judged
        judgements: 4,
        strayJudgements: 1,
        judgementsWithoutDocument: 1,
      },
    },
  });
});
