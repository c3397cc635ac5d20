/**
 * Columns of distances to a point, and of whether points are in a box, computed from
 * the points of a field. Loaded with the first search that needs one.
 */

import { Column, NumberTable, narrowOrdinals, readSegmentColumns } from "../index/columns/index.ts";
import { readGeoText } from "../index/schema/index.ts";
import type { Segment } from "../index/segments/index.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import { createDistance } from "./geo-distance.ts";
import type { GeoFunction } from "./geo-functions.ts";

/** The cost of parsing a point, of a distance, and of sorting or finding it, in documents. */
const POINT_COST = 16;
const DISTANCE_COST = 4;
const SORT_COST = 16;
/** Distances that are sorted at once: a few milliseconds. */
const SORTED_AT_ONCE = 1 << 14;

/** Bytes of computed columns that are cached per column, one at least: each user has a place of their own. */
const MAX_CACHED_BYTES = 1 << 24;
const MAX_CACHED = 16;
/** An ordinal, a distance, and the order of the documents that sorting by it makes. */
const BYTES_PER_DOCUMENT = 16;

/** The distinct points of a column, by ordinal - 1, in degrees. */
interface Points {
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** Points that have been parsed: parsing goes on with the next search where time ran out. */
  count: number;
}

const pointCache = new WeakMap<Column, Points>();
const columnCache = new WeakMap<Column, Map<string, Column>>();

/** The column of a function for the documents of a segment. `OutOfTime` when time is up. */
export async function computeGeoColumn(
  segment: Segment,
  geo: GeoFunction,
  limit: TimeLimit,
): Promise<Column> {
  const field = { name: geo.field, type: "geo", isArray: true } as const;
  const column = (await limit.wait(readSegmentColumns(segment, [field]))).get(geo.field) as Column;
  const cached = columnCache.get(column) ?? new Map<string, Column>();
  columnCache.set(column, cached);
  const key = JSON.stringify(geo);
  const computed = cached.get(key) ?? computeColumn(column, geo, limit);
  cached.delete(key);
  const maxColumns = Math.floor(MAX_CACHED_BYTES / (BYTES_PER_DOCUMENT * column.ordinals.length));
  while (cached.size >= Math.max(1, Math.min(MAX_CACHED, maxColumns))) {
    cached.delete(cached.keys().next().value as string);
  }
  cached.set(key, computed);
  return computed;
}

function computeColumn(column: Column, geo: GeoFunction, limit: TimeLimit): Column {
  const points = parsePoints(column, limit);
  const { values, map } =
    geo.kind === "distance"
      ? computeDistances(points, geo, limit)
      : { values: new Float64Array([0, 1]), map: markInside(points, geo, limit) };
  const ordinals = new Uint32Array(column.ordinals.length);
  limit.spend(ordinals.length);
  for (let i = 0; i < ordinals.length; i++) {
    ordinals[i] = map[column.ordinals[i] as number] as number;
  }
  const table = new NumberTable(values, { isBoolean: geo.kind === "box" });
  return new Column(table, narrowOrdinals(ordinals, values.length), column.ends);
}

function parsePoints(column: Column, limit: TimeLimit): Points {
  const { values } = column;
  const points = pointCache.get(column) ?? {
    lats: new Float64Array(values.count),
    lngs: new Float64Array(values.count),
    count: 0,
  };
  pointCache.set(column, points);
  for (; points.count < values.count; points.count++) {
    limit.spend(POINT_COST);
    const { lat, lng } = readGeoText(values.at(points.count) as string);
    points.lats[points.count] = lat;
    points.lngs[points.count] = lng;
  }
  return points;
}

/** The distinct distances, ascending, and for each ordinal of a point that of its distance. */
function computeDistances(
  { lats, lngs, count }: Points,
  { from }: Extract<GeoFunction, { kind: "distance" }>,
  limit: TimeLimit,
): { readonly values: Float64Array; readonly map: Uint32Array } {
  const distances = new Float64Array(count);
  const computeDistance = createDistance(from);
  for (let i = 0; i < count; i++) {
    limit.spend(DISTANCE_COST);
    distances[i] = computeDistance(lats[i] as number, lngs[i] as number);
  }
  const values = sortDistinct(distances, limit);
  const map = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    limit.spend(SORT_COST);
    map[i + 1] = 1 + findIndex(values, distances[i] as number);
  }
  return { values, map };
}

/** The distinct numbers, ascending: short runs are sorted, and then merged two at a time. */
function sortDistinct(numbers: Float64Array, limit: TimeLimit): Float64Array {
  const { length } = numbers;
  let [sorted, target] = [numbers.slice(), new Float64Array(length)];
  for (let from = 0; from < length; from += SORTED_AT_ONCE) {
    const run = sorted.subarray(from, from + SORTED_AT_ONCE).sort();
    limit.spend(SORT_COST * run.length);
  }
  for (let size = SORTED_AT_ONCE; size < length; size *= 2) {
    for (let from = 0; from < length; from += 2 * size) {
      const [middle, end] = [Math.min(from + size, length), Math.min(from + 2 * size, length)];
      let [left, right] = [from, middle];
      for (let to = from; to < end; to++) {
        limit.spend();
        const isLeft =
          right === end || (left < middle && (sorted[left] as number) <= (sorted[right] as number));
        target[to] = sorted[isLeft ? left++ : right++] as number;
      }
    }
    [sorted, target] = [target, sorted];
  }
  let distinct = 0;
  for (let i = 0; i < length; i++) {
    limit.spend();
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[distinct++] = sorted[i] as number;
  }
  return sorted.slice(0, distinct);
}

/** The index of a value that ascending values contain. */
function findIndex(values: Float64Array, value: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] as number) >= value) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** For each ordinal of a point: 2 if it is in the box, 1 if not. */
function markInside(
  { lats, lngs, count }: Points,
  { southWest, northEast }: Extract<GeoFunction, { kind: "box" }>,
  limit: TimeLimit,
): Uint32Array {
  const map = new Uint32Array(count + 1);
  const [west, east] = [southWest.lng, northEast.lng];
  limit.spend(count);
  for (let i = 0; i < count; i++) {
    const [lat, lng] = [lats[i] as number, lngs[i] as number];
    const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
    map[i + 1] = isBetween && lat >= southWest.lat && lat <= northEast.lat ? 2 : 1;
  }
  return map;
}
