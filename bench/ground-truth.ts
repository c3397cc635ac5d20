/**
 * The exact nearest rows of each query in float32, by plain code, cached beside the vectors: a
 * million rows take minutes.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { DIMENSIONS, readVectorFile, type VectorWorkload } from "./vector-workload.ts";

/** Rows that stay in the CPU cache while all queries read them. */
const BLOCK = 256;

/** The `top` nearest rows of each query. */
export function computeGroundTruth(workload: VectorWorkload, top: number): ReadonlySet<number>[] {
  const cachePath = `${workload.queries}-nearest-${top}.json`;
  if (!existsSync(cachePath)) {
    const [rows, queries] = [readVectorFile(workload.rows), readVectorFile(workload.queries)];
    writeFileSync(cachePath, JSON.stringify(findNearestRows(rows, queries, top)));
  }
  const nearest = JSON.parse(readFileSync(cachePath, "utf8")) as number[][];
  return nearest.map((rows) => new Set(rows));
}

function findNearestRows(rows: Float32Array, queries: Float32Array, top: number): number[][] {
  const best = Array.from({ length: queries.length / DIMENSIONS }, () => new TopRows(top));
  const count = rows.length / DIMENSIONS;
  for (let start = 0; start < count; start += BLOCK) {
    const end = Math.min(start + BLOCK, count);
    for (const [i, topRows] of best.entries()) {
      const query = queries.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
      for (let row = start; row < end; row++)
        topRows.insert(row, dot(query, rows, row * DIMENSIONS));
    }
  }
  return best.map(({ rows: topRows }) => topRows.map(({ row }) => row));
}

/** Four accumulators, because additions to a single one would wait for each other. */
function dot(query: Float32Array, rows: Float32Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let j = 0; j < DIMENSIONS; j += 4) {
    a += (query[j] as number) * (rows[from + j] as number);
    b += (query[j + 1] as number) * (rows[from + j + 1] as number);
    c += (query[j + 2] as number) * (rows[from + j + 2] as number);
    d += (query[j + 3] as number) * (rows[from + j + 3] as number);
  }
  return a + b + c + d;
}

/** The best rows so far, the best first; ties in input order. */
export class TopRows {
  readonly rows: { readonly row: number; readonly score: number }[] = [];
  readonly #top: number;

  constructor(top: number) {
    this.#top = top;
  }

  /** The score that a row must exceed. */
  get minScore(): number {
    return this.rows.length < this.#top
      ? Number.NEGATIVE_INFINITY
      : (this.rows[this.#top - 1]?.score as number);
  }

  insert(row: number, score: number): void {
    if (!(score > this.minScore)) return;
    const position = this.rows.findIndex((other) => score > other.score);
    this.rows.splice(position === -1 ? this.rows.length : position, 0, { row, score });
    if (this.rows.length > this.#top) this.rows.pop();
  }
}
