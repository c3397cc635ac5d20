/**
 * MedQuAD, questions and answers about health from sites of the US National
 * Institutes of Health: `qa.jsonl.gz` and the folder `liveqa` with the test.
 *
 * - Documents: the 16,407 answers of qa.jsonl, then the judged answers that
 *   are not among them. Those come from sources whose answers MedQuAD no
 *   longer holds (A.D.A.M., MedlinePlus drugs and herbs). A question is no part
 *   of its answer's document: it would give the answer away.
 * - `train`: the distinct questions, upper and lower case being one; relevant
 *   are the answers given to them.
 * - `test`: the judged LiveQA questions, grades 0 to 3. An answer that was
 *   judged twice with different outcome keeps the higher grade.
 */

import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import type { Document, Judgement, Query } from "../document.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { baseName, fileNamed, joined } from "../formats/paths.ts";
import { collapsed } from "../formats/white-space.ts";
import { collectionOf, type QuerySet } from "../query-set.ts";
import { type Judged, readJudged } from "./medquad-judged.ts";
import { LIVEQA_FILES, liveQaQuestions } from "./medquad-liveqa.ts";
import { eachPair } from "./medquad-pairs.ts";

const NOTES: readonly string[] = [
  "Documents: 16,407 answers, and 1,489 judged LiveQA answers that are not among them.",
  "Train judgements say which answer a question came with; test judgements are by people.",
  "The 2,479 test judgements are of 2,311 pairs: of two that differ, the higher grade counts.",
];

/** Opens a folder with qa.jsonl and perhaps liveqa; undefined when it has no qa.jsonl. */
export async function openMedQuad(
  files: Files,
  folder: string,
  options: ReadOptions = {},
): Promise<Collection | undefined> {
  const pairs = await fileNamed(files, folder, "qa.jsonl");
  if (pairs === undefined) return undefined;
  const train: QuerySet = {
    queries: () => trainQueries(files, pairs, options),
    judgements: () =>
      eachPair(files, pairs, options, ({ id, query }) => ({ query, document: id, grade: 1 })),
  };
  const querySets = new Map([["train", train]]);
  const liveQa = joined(folder, "liveqa");
  const hasTest = (await files.kind(liveQa)) === "folder";
  let reading: Promise<Judged> | undefined;
  const judged = (): Promise<Judged> => {
    reading ??= readJudged(files, pairs, liveQa, options);
    return reading;
  };
  if (hasTest) querySets.set("test", testQueries(files, liveQa, judged, options));

  return collectionOf({
    name: baseName(folder),
    format: "medquad",
    notes: NOTES,
    async *documents(): AsyncGenerator<Document> {
      yield* eachPair(files, pairs, options, ({ id, answer, focus, type }) => ({
        id,
        text: answer,
        fields: { focus, type },
      }));
      if (!hasTest) return;
      for (const { id, url, text } of (await judged()).added) yield { id, text, fields: { url } };
    },
    querySets,
  });
}

function trainQueries(files: Files, path: string, options: ReadOptions): AsyncGenerator<Query> {
  return eachPair(files, path, options, ({ query, question, isFirst }) =>
    isFirst ? { id: query, text: collapsed(question) } : undefined,
  );
}

function testQueries(
  files: Files,
  folder: string,
  judged: () => Promise<Judged>,
  options: ReadOptions,
): QuerySet {
  return {
    async *queries(): AsyncGenerator<Query> {
      const { grades } = await judged();
      const questions = liveQaQuestions(files, joined(folder, LIVEQA_FILES.questions), options);
      for await (const query of questions) if (grades.has(query.id)) yield query;
    },
    async *judgements(): AsyncGenerator<Judgement> {
      for (const [query, documents] of (await judged()).grades) {
        for (const [document, grade] of documents) yield { query, document, grade };
      }
    },
  };
}
