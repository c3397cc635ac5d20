/**
 * Run files: the results of a system, one document per line, in columns separated by white space:
 *
 *   query Q0 document rank score tag    TREC
 *   query document rank score           as neural rankers for MS MARCO print it
 *   query document rank                 MS MARCO
 *
 * All lines of a file have as many columns as the first. Without a score column the score is the
 * negative rank, which yields the same order. Lines of a query need not be adjacent.
 */

import { badInput, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Ranking, Run } from "../run.ts";
import { Columns } from "./columns.ts";
import type { ReadOptions } from "./lines.ts";
import { type FilePosition, streamRecords } from "./records.ts";

/** One line of a run. */
export interface RunLine {
  readonly query: string;
  readonly document: string;
  readonly rank: number;
  readonly score: number;
  /** Empty in files of 3 and 4 columns. */
  readonly tag: string;
}

/** How a run file is read. */
export interface ReadRunOptions extends ReadOptions {
  /** A duplicate document for one query: an error with both lines, or only the first counts. */
  duplicates?: "error" | "keep-first";
  /** The name of the run. Default: its first tag, or the file's name without tags. */
  name?: string;
}

/** Lines in file order, for runs that are larger than memory. */
export function streamRunLines(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<RunLine> {
  const parser = new RunLineParser();
  return streamRecords(
    files,
    path,
    (line, position) => {
      if (parser.isComment(line)) return undefined;
      parser.parse(line, position);
      const { document, rank, score, tag } = parser;
      return { query: parser.query, document, rank, score, tag };
    },
    options,
  );
}

/** A whole run. An empty file is BAD_INPUT. */
export async function readRun(
  files: Files,
  path: string,
  options: ReadRunOptions = {},
): Promise<Run> {
  const parser = new RunLineParser();
  const rows = new Map<string, RankingBuilder>();
  let current = new RankingBuilder();
  let query = "";
  let tag = "";
  const collect = (line: string, position: FilePosition): void => {
    if (parser.isComment(line)) return;
    parser.parse(line, position);
    if (rows.size === 0) tag = parser.tag;
    if (parser.query !== query || rows.size === 0) {
      query = parser.query;
      current = rows.get(query) ?? new RankingBuilder();
      rows.set(query, current);
    }
    current.add(parser, position.line);
  };
  for await (const _ of streamRecords(files, path, collect, options));
  if (rows.size === 0) throw badInput(path, 1, "there is no line in this run");

  const rankings = new Map<string, Ranking>();
  for (const [query, row] of rows) rankings.set(query, row.build(query, path, options));
  return { name: options.name ?? (tag || getBaseName(path)), rankings };
}

/** Parses one line after the other into the same fields, so that no line costs an object. */
class RunLineParser {
  query = "";
  document = "";
  rank = 0;
  score = 0;
  tag = "";
  readonly #columns = new Columns();
  #expected = 0;

  /** Whether a line is a comment of the header: no line of the run came before it. */
  isComment(line: string): boolean {
    return this.#expected === 0 && line.startsWith("# ");
  }

  parse(line: string, position: FilePosition): void {
    const columns = this.#columns;
    const count = columns.split(line);
    if (count !== (this.#expected || count) || (count !== 6 && count !== 4 && count !== 3)) {
      throw position.error(
        this.#expected === 0
          ? `a line of a run has 6 columns (query, Q0, document, rank, score, tag), 4 (query, document, rank, score) or 3 (query, document, rank), got ${count}`
          : `expected ${this.#expected} columns as in the lines before, got ${count}`,
      );
    }
    const document = count === 6 ? 2 : 1;
    const rank = parseFinite(columns, document + 1, "rank", position);
    this.score = count === 3 ? 0 - rank : parseFinite(columns, document + 2, "score", position);
    this.rank = rank;
    // The query is mostly that of the previous line: then its string is shared.
    if (!columns.equals(0, this.query)) this.query = columns.text(0);
    this.document = columns.text(document);
    if (count === 6 && !columns.equals(5, this.tag)) this.tag = columns.text(5);
    this.#expected = count;
  }
}

function parseFinite(
  columns: Columns,
  column: number,
  label: string,
  position: FilePosition,
): number {
  const value = columns.number(column);
  if (Number.isFinite(value)) return value;
  throw position.error(`a ${label} must be a finite number, got ${quote(columns.text(column))}`);
}

/** The lines of one query, in growing columns. */
class RankingBuilder {
  readonly #documents: string[] = [];
  #scores: Float64Array = new Float64Array(16);
  #ranks: Float64Array = new Float64Array(16);
  #lines: Float64Array = new Float64Array(16);

  add({ document, rank, score }: RunLineParser, line: number): void {
    const at = this.#documents.length;
    if (at === this.#scores.length) {
      this.#scores = doubleLength(this.#scores);
      this.#ranks = doubleLength(this.#ranks);
      this.#lines = doubleLength(this.#lines);
    }
    this.#documents.push(document);
    this.#scores[at] = score;
    this.#ranks[at] = rank;
    this.#lines[at] = line;
  }

  build(query: string, file: string, options: ReadRunOptions): Ranking {
    const documents = this.#documents;
    if (new Set(documents).size < documents.length) this.#dropDuplicates(query, file, options);
    const scores = this.#scores.slice(0, documents.length);
    return { documents, scores, ranks: this.#ranks.slice(0, documents.length) };
  }

  #dropDuplicates(query: string, file: string, { duplicates, onBad }: ReadRunOptions): void {
    const documents = this.#documents;
    const firstLines = new Map<string, number>();
    let uniqueCount = 0;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i] as string;
      const line = this.#lines[i] as number;
      const first = firstLines.get(document);
      if (first === undefined) {
        firstLines.set(document, line);
        documents[uniqueCount] = document;
        this.#scores[uniqueCount] = this.#scores[i] as number;
        this.#ranks[uniqueCount] = this.#ranks[i] as number;
        uniqueCount++;
      } else if (duplicates !== "keep-first") {
        const error = badInput(
          file,
          line,
          `document ${quote(document)} is in the ranking of query ${quote(query)} already, at line ${first}`,
        );
        if (onBad === undefined) throw error;
        onBad(error);
      }
    }
    documents.length = uniqueCount;
  }
}

function doubleLength(values: Float64Array): Float64Array {
  const longer = new Float64Array(values.length * 2);
  longer.set(values);
  return longer;
}

function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
