/**
 * What terms are worth, as a file: learned by a model (`termwise salience`) or
 * made by hand, for rankers to weigh terms with in the place of idf.
 *
 * A line a term: the term as the index knows it, γ, which is any number, and
 * salc = σ(γ), between tabs. Rankers take γ ("Neural Estimation of Term
 * Saliency for Information Retrieval", section 6).
 */

import { lineBatches } from "../collection/formats/lines.ts";
import { badInput, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";

export interface TermSalience {
  readonly term: string;
  readonly gamma: number;
  readonly salc: number;
}

/** What each term is worth to a ranker; a term that is not there is worth 0. */
export type SalienceTable = ReadonlyMap<string, number>;

/** The line that reads back as this term. */
export function salienceLine({ term, gamma, salc }: TermSalience): string {
  return `${term}\t${gamma}\t${salc}`;
}

/** Reads a line. `BAD_INPUT` with file and line when it is not one. */
export function parseSalienceLine(text: string, file: string, line: number): TermSalience {
  const [term = "", ...numbers] = text.split("\t");
  const [gamma = Number.NaN, salc = Number.NaN] = numbers.map(decimal);
  if (term === "" || numbers.length !== 2 || !Number.isFinite(gamma) || !(salc >= 0 && salc <= 1)) {
    throw badInput(file, line, "a line has a term, γ, and salc between 0 and 1, between tabs");
  }
  return { term, gamma, salc };
}

/** Reads a file, gzip or not. `BAD_INPUT` with its line for a term that is there twice. */
export async function readSalience(files: Files, path: string): Promise<SalienceTable> {
  const table = new Map<string, number>();
  for await (const { first, lines } of lineBatches(files.read(path), path)) {
    for (const [i, text] of lines.entries()) {
      const { term, gamma } = parseSalienceLine(text, path, first + i);
      if (table.has(term)) throw badInput(path, first + i, `${quote(term)} has been there before`);
      table.set(term, gamma);
    }
  }
  return table;
}

function decimal(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
