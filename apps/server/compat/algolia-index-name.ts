/**
 * Names of indexes in requests of Algolia's clients. Algolia has a replica for every
 * other order; here a name such as `shop:price:desc` is the index `shop` in the order of a
 * field, so that widgets which switch indexes sort.
 */

import * as v from "valibot";
import { badArgument, quote } from "../../../src/common/errors.ts";
import { name } from "../option-schemas.ts";
import type { Schema } from "../route.ts";

/** An index, and the sort keys of its order; without any, the score orders. */
export interface OrderedIndex {
  readonly index: string;
  readonly sort?: readonly string[];
}

/** Parses a name. `BAD_ARGUMENT` for an order that is neither `asc` nor `desc`. */
export function parseIndexName(text: string): OrderedIndex {
  const [index = "", ...rest] = text.split(":");
  if (rest.length === 0) return { index };
  const order = rest.pop();
  const field = rest.join(":");
  if (field === "" || (order !== "asc" && order !== "desc")) {
    throw badArgument(
      `an index with an order is named as in shop:price:desc or shop:price:asc, got ${quote(text)}`,
    );
  }
  return { index, sort: [order === "desc" ? `-${field}` : field, "score"] };
}

/** The name of an index, perhaps with an order. */
export const orderedName: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check(
    (text) => v.safeParse(name, text.split(":")[0]).success,
    'must be 1 to 64 of a-z, 0-9, "_" and "-", perhaps with an order such as :price:desc',
  ),
);
