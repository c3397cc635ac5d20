/**
 * Functions of a geo field that filters, sort keys and boosts name like a field:
 *
 *   distance(location, 52.5, 13.4)          metres to a point: latitude, longitude
 *   box(location, 52.3, 13.1, 52.7, 13.8)   whether a point is in a box: its south-west
 *                                           and its north-east corner, borders included
 *
 * A box whose west is greater than its east crosses the antimeridian.
 */

import { badArgument, describeValue, quote } from "../common/errors.ts";
import { splitList } from "../common/split-list.ts";
import { GEO_POINT_RULE, type GeoPoint, isGeoPoint } from "../index/schema/index.ts";

/** A function of the points of a field. */
export type GeoFunction = { readonly field: string } & (
  | { readonly kind: "distance"; readonly from: GeoPoint }
  | { readonly kind: "box"; readonly southWest: GeoPoint; readonly northEast: GeoPoint }
);

/** Parses a name; undefined for one that is not written as a function. `BAD_ARGUMENT` for wrong coordinates. */
export function parseGeoFunction(name: string): GeoFunction | undefined {
  if (!name.endsWith(")")) return undefined;
  const kind = name.slice(0, name.indexOf("("));
  if (kind !== "distance" && kind !== "box") return undefined;
  const items = splitList(name.slice(kind.length + 1, -1));
  const numbers = items.splice(kind === "box" ? -4 : -2).map(toNumber);
  const [lat, lng, lat2, lng2] = numbers as [number, number, number, number];
  const field = items.join(",");
  const [first, second] = [
    { lat, lng },
    { lat: lat2, lng: lng2 },
  ];
  const isValid = field !== "" && isGeoPoint(first) && (kind !== "box" || isGeoPoint(second));
  if (!isValid) throw createGeoError(kind, name);
  if (kind === "distance") return { kind, field, from: first };
  if (lat <= lat2) return { kind, field, southWest: first, northEast: second };
  throw badArgument(`${quote(name)}: the south of a box must not be above its north`);
}

/** No number for an empty text. */
function toNumber(text: string): number {
  return text === "" ? Number.NaN : Number(text);
}

function createGeoError(kind: GeoFunction["kind"], name: string): Error {
  const form =
    kind === "distance"
      ? "distance(field, lat, lng)"
      : "box(field, south, west, north, east), the corners of a box";
  return badArgument(`${quote(name)} must be ${form}; each corner or point is ${GEO_POINT_RULE}`);
}

const METRES: Readonly<Record<string, number>> = { m: 1, km: 1000, mi: 1609.344, ft: 0.3048 };

/** The metres of a length such as `5km` or `3mi`; anything else as it is. */
export function parseLength(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, count = "", unit = ""] = /^(\d+(?:\.\d+)?)(m|km|mi|ft)$/.exec(value) ?? [];
  return unit === "" ? value : Number(count) * (METRES[unit] as number);
}

/** The metres of a condition on a distance. `BAD_ARGUMENT` for a text that is no length. */
export function parseDistance(name: string, value: unknown): number {
  const metres = parseLength(value);
  if (typeof metres === "number") return metres;
  throw badArgument(
    `filter.${name} must be a number of metres or a text such as 5km or 3mi, got ${describeValue(value)}`,
  );
}
