/** Curves of a training, from the notes of its progress: `loss 0.1234, RR@10 0.2345 at depth 20`. */

import type { Job, JobProgress } from "../../../src/client/index.ts";

type Point = Job["points"][number];

/** Maximum number of points of one job; a curve on the page has fewer pixels. */
const MAX_POINTS = 2000;

/** The points that a report adds. A value that has not changed since the last point adds none. */
export function parseCurvePoints({ done, note }: JobProgress, previous: readonly Point[]): Point[] {
  if (note === undefined || previous.length >= MAX_POINTS) return [];
  const points: Point[] = [];
  for (const part of note.split(", ")) {
    const [, series, value] = /^(\S+) (-?\d+(?:\.\d+)?)/.exec(part) ?? [];
    if (series === undefined || value === undefined) continue;
    const last = previous.findLast((point) => point.series === series);
    if (last?.y !== Number(value)) points.push({ series, x: done, y: Number(value) });
  }
  return points;
}
