/**
 * The body of an OpenSearch search except its query: `sort`, `_source` and `highlight`
 * as options of a search. What is not supported is refused by its name.
 */

import type { SearchRequest } from "../../../src/client/index.ts";
import { badArgument, describeValue, quote } from "../../../src/common/errors.ts";
import type { Hit } from "../../../src/index.ts";
import { parseGeoSort } from "./opensearch-geo.ts";
import { type Json, readObject } from "./opensearch-json.ts";

/**
 * `profile` returns an empty profile: Splainer always sends it. Totals count all matches, whatever
 * `track_total_hits` is.
 */
const SUPPORTED = [
  "query",
  "from",
  "size",
  "explain",
  "sort",
  "_source",
  "highlight",
  "aggs",
  "aggregations",
  "profile",
  "track_total_hits",
];

/** `BAD_ARGUMENT` for a property that would have to be ignored. */
export function checkBody(body: object): void {
  for (const name of Object.keys(body)) {
    if (SUPPORTED.includes(name)) continue;
    throw badArgument(`${quote(name)} is not supported; there are ${SUPPORTED.join(", ")}`);
  }
  const { track_total_hits: total = true } = body as { readonly track_total_hits?: unknown };
  if (typeof total === "boolean" || Number.isInteger(total)) return;
  throw badArgument(
    `track_total_hits must be true, false or a whole number, got ${describeValue(total)}`,
  );
}

/** Sort keys: `"price"`, `{ price: "desc" }`, `{ price: { order: "desc" } }`, `_score`, or a list of them. */
export function parseSort(sort: unknown): Pick<SearchRequest, "sort"> {
  if (sort === undefined) return {};
  const keys = [sort].flat().flatMap((each): string[] => {
    if (typeof each === "string") return [toSortKey(each, each === "_score" ? "desc" : "asc")];
    return Object.entries(readObject(each, "sort")).map(([field, value]) => {
      if (field === "_geo_distance") return parseGeoSort(value).key;
      const { order, ...rest } =
        typeof value === "string" ? { order: value } : readObject(value, field);
      const [unknown] = Object.keys(rest);
      if (unknown !== undefined) throw badArgument(`sort has no ${quote(unknown)} here`);
      return toSortKey(field, order ?? (field === "_score" ? "desc" : "asc"));
    });
  });
  return { sort: keys };
}

/**
 * The `sort` values of a hit: those of a sort by distance alone, in its unit, for clients
 * that show how far away a hit is. Values of other keys are in its document.
 */
export function createSortValues(sort: unknown): (hit: Hit) => { readonly sort?: unknown[] } {
  const [only, ...more] = sort === undefined ? [] : [sort].flat();
  const isDistance =
    more.length === 0 && typeof only === "object" && Object.hasOwn(only ?? {}, "_geo_distance");
  if (!isDistance) return () => ({});
  const { metres } = parseGeoSort((only as Json)._geo_distance);
  return ({ distance }) => ({ sort: [distance === undefined ? "Infinity" : distance / metres] });
}

function toSortKey(field: string, order: unknown): string {
  if (order !== "asc" && order !== "desc") {
    throw badArgument(`the order of a sort is asc or desc, got ${quote(String(order))}`);
  }
  if (field === "_score") return order === "desc" ? "score" : "-score";
  return order === "desc" ? `-${field}` : field;
}

/** A function that selects the properties of a document that `_source` asks for. */
export function parseSource(source: unknown): (document: Json) => Json | undefined {
  if (source === undefined || source === true) return (document) => document;
  if (source === false) return () => undefined;
  const names = [source].flat();
  if (names.some((name) => typeof name !== "string" || name.includes("*"))) {
    throw badArgument("_source must be true, false, or names of properties without *");
  }
  return (document) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)));
}

/** `highlight: { fields: { title: {} } }`, or a list of such; `*` for all texts. */
export function parseHighlight(highlight: unknown): Pick<SearchRequest, "highlight"> {
  if (highlight === undefined) return {};
  const { fields, ...rest } = readObject(highlight, "highlight");
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw badArgument(`highlight has no ${quote(unknown)} here`);
  const names = [fields ?? {}].flat().flatMap((each) => Object.keys(readObject(each, "fields")));
  return { highlight: { tag: "em", ...(names.includes("*") ? {} : { fields: names }) } };
}

/** The highlights of a hit as OpenSearch returns them. */
export function toOpenSearchHighlight({ highlights }: Hit): { readonly highlight?: object } {
  if (highlights === undefined) return {};
  const entries = Object.entries(highlights).map(([field, { html }]) => [field, [html]]);
  return { highlight: Object.fromEntries(entries) };
}
