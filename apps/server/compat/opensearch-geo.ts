/** OpenSearch's `geo_distance`, `geo_bounding_box` and `_geo_distance` as filters and sort keys of ours. */

import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Filter } from "../../../src/index.ts";
import { checkOptionNames, type Json, readObject, readOnlyEntry } from "./opensearch-json.ts";

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Metres of the units that a distance may have. */
const UNITS: Readonly<Record<string, number>> = { m: 1, meters: 1, km: 1000, kilometers: 1000 };

/** `{ distance: "5km", location: { lat, lon } }`. */
export function parseGeoDistance(inner: unknown): Filter {
  const { distance, distance_type = "arc", ...fields } = readObject(inner, "geo_distance");
  if (distance_type !== "arc") throw badArgument('distance_type must be "arc"');
  const [field, point] = readOnlyEntry(fields, "geo_distance");
  return { [toDistance(field, point)]: { lte: readMetres(distance) } };
}

/** `{ location: { top_left, bottom_right } }`, the other two corners, or four borders. */
export function parseGeoBox(inner: unknown): Filter {
  const [field, value] = readOnlyEntry(inner, "geo_bounding_box");
  const box = readObject(value, "geo_bounding_box");
  const { south, west, north, east } = readBorders(box);
  return { [`box(${field}, ${south}, ${west}, ${north}, ${east})`]: true };
}

function readBorders(box: Json): Readonly<Record<"south" | "west" | "north" | "east", number>> {
  const has = (...names: string[]): boolean => names.every((name) => Object.hasOwn(box, name));
  if (has("top", "left", "bottom", "right")) {
    checkOptionNames(box, "geo_bounding_box", ["top", "left", "bottom", "right"]);
    const [south, west] = [Number(box.bottom), Number(box.left)];
    return { south, west, north: Number(box.top), east: Number(box.right) };
  }
  if (has("top_left", "bottom_right")) {
    checkOptionNames(box, "geo_bounding_box", ["top_left", "bottom_right"]);
    const [first, second] = [readPoint(box.top_left), readPoint(box.bottom_right)];
    return { south: second.lat, west: first.lon, north: first.lat, east: second.lon };
  }
  checkOptionNames(box, "geo_bounding_box", ["top_right", "bottom_left"]);
  const [first, second] = [readPoint(box.top_right), readPoint(box.bottom_left)];
  return { south: second.lat, west: second.lon, north: first.lat, east: first.lon };
}

/** The sort key of `_geo_distance`, and the metres of its unit. */
export function parseGeoSort(inner: unknown): { readonly key: string; readonly metres: number } {
  const options = readObject(inner, "_geo_distance");
  const { order = "asc", unit = "m", mode, distance_type = "arc", ...fields } = options;
  if (distance_type !== "arc") throw badArgument('distance_type must be "arc"');
  if (order !== "asc" && order !== "desc") {
    throw badArgument(`the order of a sort is asc or desc, got ${quote(String(order))}`);
  }
  if (mode !== undefined && mode !== (order === "asc" ? "min" : "max")) {
    throw badArgument("the mode of _geo_distance must be min, or max with the order desc");
  }
  const [field, point] = readOnlyEntry(fields, "_geo_distance");
  const distance = toDistance(field, point);
  return { key: order === "desc" ? `-${distance}` : distance, metres: readUnit(String(unit)) };
}

function toDistance(field: string, point: unknown): string {
  const { lat, lon } = readPoint(point);
  return `distance(${field}, ${lat}, ${lon})`;
}

/** An object, `"lat,lon"`, or in the order of GeoJSON `[lon, lat]`. */
function readPoint(input: unknown): Point {
  if (Array.isArray(input)) return { lat: Number(input[1]), lon: Number(input[0]) };
  if (typeof input === "string") {
    const [lat, lon] = input.split(",").map(Number);
    return { lat: lat ?? Number.NaN, lon: lon ?? Number.NaN };
  }
  const { lat, lon } = readObject(input, "a point");
  return { lat: Number(lat), lon: Number(lon) };
}

/** The metres of a number or of a text such as `5km`. */
function readMetres(distance: unknown): number {
  const [, count = "", unit = "m"] = /^(\d+(?:\.\d+)?)([a-z]+)?$/.exec(String(distance)) ?? [];
  if (count === "") throw badArgument("geo_distance needs a distance such as 5km");
  return Number(count) * readUnit(unit);
}

function readUnit(unit: string): number {
  const metres = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (metres !== undefined) return metres;
  throw badArgument(
    `the unit of a distance must be ${Object.keys(UNITS).join(", ")}, got ${quote(unit)}`,
  );
}
