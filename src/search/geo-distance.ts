/** The distance of two points on the earth as a sphere, by the haversine formula. */

import type { GeoPoint } from "../index/schema/index.ts";

/** The mean radius of the earth, in metres. */
const EARTH_RADIUS = 6_371_008.8;

/** A function from a latitude and a longitude, in degrees, to the metres from a point. */
export function createDistance(from: GeoPoint): (lat: number, lng: number) => number {
  const cosine = Math.cos(toRadians(from.lat));
  return (lat, lng) => {
    const sinLat = Math.sin(toRadians(lat - from.lat) / 2);
    const sinLng = Math.sin(toRadians(lng - from.lng) / 2);
    const haversine = sinLat * sinLat + cosine * Math.cos(toRadians(lat)) * sinLng * sinLng;
    return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));
  };
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
