/**
 * Algolia's searches around a point and in boxes, of the field `_geoloc`. Hits around
 * a point are ordered by their distance, then by their score.
 */

import { badArgument, describeValue } from "../../../src/common/errors.ts";
import type { Filter } from "../../../src/index.ts";

/** The options of a query that name places. */
export interface AlgoliaPlace {
  readonly aroundLatLng?: string | undefined;
  readonly aroundRadius?: unknown;
  readonly insideBoundingBox?: unknown;
}

const FIELD = "_geoloc";

/** The filters and the order of a query. */
export function parseAlgoliaPlace(query: AlgoliaPlace): {
  readonly filters: readonly Filter[];
  readonly sort?: readonly string[];
} {
  const { aroundLatLng, aroundRadius = "all", insideBoundingBox } = query;
  const filters = insideBoundingBox === undefined ? [] : [parseBoxes(insideBoundingBox)];
  if (aroundLatLng === undefined) return { filters };
  const [lat, lng] = readNumbers(aroundLatLng, 2, "aroundLatLng");
  const distance = `distance(${FIELD}, ${lat}, ${lng})`;
  const sort = [distance, "score"];
  if (aroundRadius === "all") return { filters, sort };
  if (!Number.isInteger(aroundRadius) || (aroundRadius as number) < 1) {
    throw badArgument(
      `aroundRadius must be "all" or a whole number of metres from 1, got ${describeValue(aroundRadius)}`,
    );
  }
  return { filters: [...filters, { [distance]: { lte: aroundRadius as number } }], sort };
}

/** One box or several, each two opposite corners: four numbers, also as a text. */
function parseBoxes(input: unknown): Filter {
  const isOne = !Array.isArray(input) || typeof input[0] === "number";
  const boxes = isOne ? [input] : (input as readonly unknown[]);
  if (boxes.length === 0) throw badArgument("insideBoundingBox must have a box");
  const filters = boxes.map((box): Filter => {
    const [lat = 0, lng = 0, lat2 = 0, lng2 = 0] = readNumbers(box, 4, "insideBoundingBox");
    const [south, north] = [Math.min(lat, lat2), Math.max(lat, lat2)];
    const [west, east] = [Math.min(lng, lng2), Math.max(lng, lng2)];
    return { [`box(${FIELD}, ${south}, ${west}, ${north}, ${east})`]: true };
  });
  return { or: filters };
}

function readNumbers(input: unknown, count: number, name: string): number[] {
  const items: readonly unknown[] = Array.isArray(input) ? input : String(input).split(",");
  const numbers = items.map((each) => (String(each).trim() === "" ? Number.NaN : Number(each)));
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw badArgument(`${name} must be ${count} numbers, got ${describeValue(input)}`);
}
