/**
 * Writes runs so that every reader sees the same ranking.
 *
 * Lines are in trec_eval's order (ranking-order.ts) and ranks count from 1, so that the rank
 * column, the scores and trec_eval agree.
 */

import type { Files } from "../../storage/files.ts";
import { computeRankingOrder } from "../ranking-order.ts";
import type { Ranking, Run } from "../run.ts";
import { writeLines } from "./write-lines.ts";

/** How a run is written. */
export interface RunFormat {
  /** 6 as in TREC; 4: query, document, rank, score; 3: query, document, rank. */
  columns?: 3 | 4 | 6;
  /**
   * Keeps the original order of the ranking: a score that is not below the previous one is lowered
   * by the smallest step of a 32-bit float, so that trec_eval finds no ties to break.
   */
  perturbTies?: boolean;
  /**
   * Comments at the head, in the form of ir_metadata (Breuer et al., SIGIR
   * 2022): nested fields, between markers. trec_eval does not read such files.
   */
  metadata?: RunMetadata;
}

/** Nested fields of ir_metadata: platform, implementation, method, data. */
export interface RunMetadata {
  readonly [field: string]: string | RunMetadata;
}

/** Writes a run; compressed if the name ends in `.gz`. */
export async function writeRun(
  files: Files,
  path: string,
  run: Run,
  format: RunFormat = {},
): Promise<void> {
  await writeLines(files, path, formatRun(run, format));
}

export function* formatRun(
  run: Run,
  { columns = 6, perturbTies = false, metadata }: RunFormat = {},
): Generator<string> {
  if (metadata !== undefined) yield* formatMetadata(metadata);
  const tag = run.name.replaceAll(/\s+/g, "-") || "run";
  for (const [query, ranking] of run.rankings) {
    const { documents, scores } = perturbTies ? breakTies(ranking) : ranking;
    let rank = 0;
    for (const at of computeRankingOrder({ documents, scores })) {
      rank++;
      const document = documents[at] as string;
      if (columns === 6) yield `${query} Q0 ${document} ${rank} ${scores[at]} ${tag}`;
      else if (columns === 4) yield `${query}\t${document}\t${rank}\t${scores[at]}`;
      else yield `${query}\t${document}\t${rank}`;
    }
  }
}

function* formatMetadata(metadata: RunMetadata): Generator<string> {
  yield "# ir_metadata.start";
  yield* formatFields(metadata, "");
  yield "# ir_metadata.end";
}

/** Formats as YAML: a value is quoted, so that none of its characters is syntax. */
function* formatFields(fields: RunMetadata, indent: string): Generator<string> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") yield `# ${indent}${name}: ${JSON.stringify(value)}`;
    else {
      yield `# ${indent}${name}:`;
      yield* formatFields(value, `${indent}  `);
    }
  }
}

/** The same ranking with strictly decreasing scores, as 32-bit floats, in its original order. */
function breakTies({ documents, scores }: Ranking): Ranking {
  const falling = new Float64Array(scores.length);
  let before = Infinity;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    before = Math.fround(score) < before ? score : nextFloatBelow(before);
    falling[i] = before;
    before = Math.fround(before);
  }
  return { documents, scores: falling };
}

const bits = new DataView(new ArrayBuffer(4));

/** The largest 32-bit float below `value`, which is a 32-bit float. */
function nextFloatBelow(value: number): number {
  bits.setFloat32(0, value);
  const pattern = bits.getInt32(0);
  if (value === 0)
    bits.setInt32(0, -0x7fffffff); // the smallest negative number
  else bits.setInt32(0, value > 0 ? pattern - 1 : pattern + 1);
  return bits.getFloat32(0);
}
