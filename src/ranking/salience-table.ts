/**
 * Term saliences in a file, learned by a model (`termwise salience`) or written by
 * hand. Rankers use them as term weights in place of idf.
 *
 * One line per term: the index term, γ (any number) and salc = σ(γ), separated by
 * tabs. Rankers use γ ("Neural Estimation of Term Saliency for Information
 * Retrieval", section 6).
 */

import { decodeLineBatches } from "../collection/formats/index.ts";
import { badInput, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";

/** A term with its salience, as a network estimated it. */
export interface TermSalience {
  readonly term: string;
  readonly gamma: number;
  readonly salc: number;
}

/** The weight of each term. A term that is not in the table has weight 0. */
export type SalienceTable = ReadonlyMap<string, number>;

/** The line that reads back as this term. */
export function formatSalienceLine({ term, gamma, salc }: TermSalience): string {
  return `${term}\t${gamma}\t${salc}`;
}

/** Parses a line. Throws `BAD_INPUT` with file and line when it is malformed. */
export function parseSalienceLine(text: string, file: string, line: number): TermSalience {
  const [term = "", ...numbers] = text.split("\t");
  const [gamma = Number.NaN, salc = Number.NaN] = numbers.map(parseDecimal);
  if (term === "" || numbers.length !== 2 || !Number.isFinite(gamma) || !(salc >= 0 && salc <= 1)) {
    throw badInput(file, line, "expected a term, γ and salc (between 0 and 1), separated by tabs");
  }
  return { term, gamma, salc };
}

/** Reads a file, plain or gzip. Throws `BAD_INPUT` with the line for a term that occurs twice. */
export async function readSalience(files: Files, path: string): Promise<SalienceTable> {
  const table = new Map<string, number>();
  for await (const { first, lines } of decodeLineBatches(files.read(path), path)) {
    for (const [i, text] of lines.entries()) {
      const { term, gamma } = parseSalienceLine(text, path, first + i);
      if (table.has(term))
        throw badInput(path, first + i, `the term ${quote(term)} occurs twice in the file`);
      table.set(term, gamma);
    }
  }
  return table;
}

function parseDecimal(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
