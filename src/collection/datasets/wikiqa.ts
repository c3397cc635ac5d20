/**
 * WikiQA (Yang, Yih and Meek, EMNLP 2015): which sentence of an article answers the question? Read
 * from WikiQASent-{train,dev,test}.txt, lines of `question \t sentence \t label`, with label 1 for
 * an answer and 0 otherwise.
 *
 * The task is to rank the sentences of a question. So each line is a document of its own and a
 * judgement, 0 or 1: the judgements of a question are its candidates. A sentence that occurs with
 * several questions, or twice with one, is as many documents, as in published results. Questions
 * are numbered by their position in the file: `test-3` is the third question of test, `test-3-2`
 * its second sentence.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection, type QuerySet } from "../create-collection.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { findFile, getBaseName } from "../formats/paths.ts";
import { type FilePosition, streamRecords } from "../formats/records.ts";

const NOTES: readonly string[] = [
  "The task is to rank the sentences given with each question: its judgements are its candidates.",
  "Most questions have no answer among them; published results leave those questions out.",
];

const SPLITS = ["train", "dev", "test"];

/** Opens a folder of WikiQASent-*.txt; undefined if there are none. */
export async function openWikiQa(
  files: Files,
  folder: string,
  options: ReadOptions = {},
): Promise<Collection | undefined> {
  const paths = new Map<string, string>();
  for (const split of SPLITS) {
    const path = await findFile(files, folder, `WikiQASent-${split}.txt`);
    if (path !== undefined) paths.set(split, path);
  }
  if (paths.size === 0) return undefined;

  const createQuerySet = (split: string, path: string): QuerySet => ({
    queries: () =>
      streamCandidates(files, path, split, options, ({ query, question, number }) =>
        number === 1 ? { id: query, text: question } : undefined,
      ),
    judgements: () =>
      streamCandidates(files, path, split, options, ({ query, number, grade }) => ({
        query,
        document: `${query}-${number}`,
        grade,
      })),
  });
  return createCollection({
    name: getBaseName(folder),
    format: "wikiqa",
    notes: NOTES,
    async *documents() {
      for (const [split, path] of paths) {
        yield* streamCandidates(files, path, split, options, ({ query, number, sentence }) => ({
          id: `${query}-${number}`,
          text: sentence,
        }));
      }
    },
    querySets: new Map([...paths].map(([split, path]) => [split, createQuerySet(split, path)])),
  });
}

/** A line, with the question's id and the sentence's number among its candidates. */
interface Candidate {
  readonly query: string;
  readonly question: string;
  readonly number: number;
  readonly sentence: string;
  readonly grade: number;
}

/** Maps each line with `make`. The questions so far are held in memory, to number them. */
function streamCandidates<T>(
  files: Files,
  path: string,
  split: string,
  options: ReadOptions,
  make: (candidate: Candidate) => T | undefined,
): AsyncGenerator<T> {
  const questions = new Map<string, { query: string; sentences: number }>();
  const parse = (line: string, position: FilePosition): T | undefined => {
    const [question = "", sentence = "", label = "", ...more] = line.split("\t");
    if (label === "" || more.length > 0) {
      throw position.error("expected a question, a sentence and a label between tabs");
    }
    if (label !== "0" && label !== "1") {
      throw position.error(`a label must be 0 or 1, got ${quote(label)}`);
    }
    let entry = questions.get(question);
    if (entry === undefined) {
      entry = { query: `${split}-${questions.size + 1}`, sentences: 0 };
      questions.set(question, entry);
    }
    const number = ++entry.sentences;
    return make({ query: entry.query, question, number, sentence, grade: Number(label) });
  };
  return streamRecords(files, path, parse, options);
}
