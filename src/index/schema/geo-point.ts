/** Points on the earth as documents have them, and as columns store them. */

/** A point in degrees. */
export interface GeoPoint {
  /** North positive, from -90 to 90. */
  readonly lat: number;
  /** East positive, from -180 to 180. */
  readonly lng: number;
}

/** What a value of a geo field must be, for errors. */
export const GEO_POINT_RULE =
  "a point { lat, lng } with lat from -90 to 90 and lng from -180 to 180";

/** The point of a value `{ lat, lng }` or, as other engines have it, `{ lat, lon }`; undefined if it is none. */
export function parseGeoPoint(value: unknown): GeoPoint | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { lat, lng, lon = lng } = value as Readonly<Record<string, unknown>>;
  const point = { lat, lng: lon };
  return isGeoPoint(point) ? point : undefined;
}

/** Whether both coordinates are numbers in their ranges. */
export function isGeoPoint(point: {
  readonly lat: unknown;
  readonly lng: unknown;
}): point is GeoPoint {
  return isWithin(point.lat, 90) && isWithin(point.lng, 180);
}

function isWithin(degrees: unknown, max: number): boolean {
  return typeof degrees === "number" && Math.abs(degrees) <= max;
}

/** The text of a point in a column: exact, and equal for equal points. */
export function formatGeoPoint({ lat, lng }: GeoPoint): string {
  return `${lat},${lng}`;
}

/** The point of such a text. */
export function readGeoText(text: string): GeoPoint {
  const [lat, lng] = text.split(",").map(Number);
  return { lat: lat as number, lng: lng as number };
}
