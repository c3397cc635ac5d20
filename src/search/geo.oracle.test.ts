/** Distances and boxes in filters, sort keys and boosts compared with plain loops over the documents. */

import { expect, test } from "vitest";
import type { Filter } from "../api/filter.ts";
import { compareBytes } from "../common/bytes/index.ts";
import { Random } from "../common/random.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

interface Point {
  readonly lat: number;
  readonly lng: number;
}

interface Place {
  readonly id: string;
  readonly text: string;
  readonly at?: Point | readonly Point[];
}

const random = new Random(7);
const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;

/** Points anywhere, at the poles, beside the antimeridian, and in one city. */
function createPoint(): Point {
  const [lat, lng] = [random.uniform() * 180 - 90, random.uniform() * 360 - 180];
  const edge = random.uniform() * 0.01;
  return pick([
    { lat, lng },
    { lat: pick([-90, 90]), lng },
    { lat: pick([-1, 1]) * (90 - edge), lng },
    { lat, lng: pick([-180, 180]) },
    { lat: lat / 10, lng: pick([-1, 1]) * (180 - edge) },
    { lat: 52.5 + edge, lng: 13.4 - edge },
    { lat: 0, lng: 0 },
  ]);
}

/** The haversine formula in metres, as in every textbook. */
function measure(a: Point, b: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const [sinLat, sinLng] = [Math.sin(rad(b.lat - a.lat) / 2), Math.sin(rad(b.lng - a.lng) / 2)];
  const h = sinLat * sinLat + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * sinLng * sinLng;
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
}

function createPlaces(): Place[] {
  return Array.from({ length: 300 }, (_, i) => {
    const text = Array.from({ length: 5 }, () => pick(["red", "lamp", "cup", "cafe"])).join(" ");
    const points = Array.from({ length: pick([0, 1, 1, 2, 3]) }, createPoint);
    const at = points.length === 1 && random.uniform() < 0.5 ? (points[0] as Point) : points;
    return { id: `p${i}`, text, ...(points.length === 0 ? {} : { at }) };
  });
}

const pointsOf = ({ at }: Place): readonly Point[] => [at ?? []].flat() as readonly Point[];
const nearest = (place: Place, from: Point): number =>
  Math.min(...pointsOf(place).map((point) => measure(from, point)));

async function createPlaceIndexes(places: readonly Place[]): Promise<SearchIndex[]> {
  const declared = await createIndex({ fields: { text: {}, at: "geo[]" } });
  const untyped = await createIndex();
  for (const index of [declared, untyped]) {
    await index.add(places.slice(0, 200));
    await index.add(places.slice(200));
  }
  return [declared, untyped];
}

/** GEO_CASES sets how many. */
const CASES = Number(process.env.GEO_CASES ?? 400);

test(`${CASES} random filters, orders and boosts by distance equal a plain loop`, {
  timeout: 300_000,
}, async () => {
  const places = createPlaces();
  const byId = new Map(places.map((place) => [place.id, place]));
  const indexes = await createPlaceIndexes(places);
  for (let i = 0; i < CASES; i++) {
    const index = indexes[i % 2] as SearchIndex;
    const from = createPoint();
    const name = `distance(at, ${from.lat}, ${from.lng})`;
    const kind = i % 4;
    if (kind === 0) {
      // A radius: anything, or exactly the distance of some document.
      const other = nearest(pick(places), from);
      const radius =
        Number.isFinite(other) && random.uniform() < 0.5 ? other : 10 ** (random.uniform() * 8);
      const operator = pick(["lt", "lte", "gt", "gte"] as const);
      const holds = (d: number) =>
        ({ lt: d < radius, lte: d <= radius, gt: d > radius, gte: d >= radius })[operator];
      const expected = places.filter((place) =>
        pointsOf(place).some((point) => holds(measure(from, point))),
      );
      expect(await findIds(index, { [name]: { [operator]: radius } })).toEqual(sortIds(expected));
    } else if (kind === 1) {
      const corners = [createPoint(), createPoint()].sort((a, b) => a.lat - b.lat);
      const [{ lat: south, lng: west }, { lat: north, lng: east }] = corners as [Point, Point];
      // A box across the antimeridian is one on each side of it.
      const ranges =
        west <= east
          ? [[west, east]]
          : [
              [west, 180],
              [-180, east],
            ];
      const contains = ({ lat, lng }: Point) =>
        ranges.some(([from = 0, to = 0]) => lng >= from && lng <= to) &&
        lat >= south &&
        lat <= north;
      const expected = places.filter((place) => pointsOf(place).some(contains));
      const box = `box(at, ${south}, ${west}, ${north}, ${east})`;
      expect(await findIds(index, { [box]: true })).toEqual(sortIds(expected));
    } else if (kind === 2) {
      const isFarFirst = random.uniform() < 0.3;
      const { hits } = await index.search("", { sort: isFarFirst ? `-${name}` : name, limit: 20 });
      const key = (place: Place): number => {
        const all = pointsOf(place).map((point) => measure(from, point));
        if (all.length === 0) return Number.POSITIVE_INFINITY;
        return isFarFirst ? -Math.max(...all) : Math.min(...all);
      };
      const expected = [...places].sort(
        (a, b) => compare(key(a), key(b)) || compareBytes(b.id, a.id),
      );
      expect(hits.map(({ id }) => id)).toEqual(expected.slice(0, 20).map(({ id }) => id));
      for (const { id, distance } of hits) {
        const value = Math.abs(key(byId.get(id) as Place));
        expect(distance ?? Number.POSITIVE_INFINITY).toBe(value);
      }
    } else {
      const scale = 10 ** (3 + random.uniform() * 4);
      const boost = { field: name, function: "exponentialDecay", scale, weight: 2 } as const;
      const query = pick(["red", "lamp cafe", "cup red"]);
      const plain = await index.search(query, { limit: 300 });
      const expected = plain.hits.map(({ id, score }) => {
        const distance = nearest(byId.get(id) as Place, from);
        return { id, score: score * (1 + 2 * 2 ** -(distance / scale)) };
      });
      expected.sort((a, b) => b.score - a.score || compareBytes(b.id, a.id));
      const { hits } = await index.search(query, { limit: 10, boost });
      // Long and short rankings add the parts of a score in another order: the last bit may differ.
      const scores = new Map(expected.map(({ id, score }) => [id, score]));
      for (const [rank, { id, score }] of hits.entries()) {
        expect(score).toBeCloseTo(expected[rank]?.score ?? 0, 12);
        expect(score).toBeCloseTo(scores.get(id) ?? 0, 12);
      }
      expect(hits.length).toBe(Math.min(10, expected.length));
    }
  }
});

async function findIds(index: SearchIndex, filter: Filter): Promise<string[]> {
  const { hits } = await index.search("", { filter, limit: 300, select: [] });
  return hits.map(({ id }) => id).sort();
}

const sortIds = (places: readonly Place[]): string[] => places.map(({ id }) => id).sort();
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
