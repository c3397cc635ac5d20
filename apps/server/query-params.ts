/** Values in an address are text: whole numbers, flags, lists and JSON are read from it. */

import * as v from "valibot";
import type { Schema } from "./route.ts";

/** A whole number in an address. */
export function createIntegerParam(min: number, max: number): Schema<number> {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, rule),
    v.transform(Number),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  );
}

/** `true` or `false` in an address; the name alone counts as true. */
export const booleanParam: Schema<boolean> = v.pipe(
  v.picklist(["true", "false", "1", "0", ""], "must be true or false"),
  v.transform((text) => text !== "false" && text !== "0"),
);

/** JSON in an address. `BAD_ARGUMENT` is told as an issue. */
export const jsonParam: Schema<unknown> = v.pipe(
  v.string(),
  v.maxLength(8192),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value) as unknown;
    } catch {
      addIssue({ message: "must be JSON" });
      return NEVER;
    }
  }),
);

/** A list separated by commas in an address. */
export const listParam: Schema<string[]> = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").filter((each) => each !== "")),
);
