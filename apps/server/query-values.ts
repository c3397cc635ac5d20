/** Values in an address are text: whole numbers, flags, lists and JSON are read from it. */

import * as v from "valibot";
import type { Schema } from "./route.ts";

/** A whole number in an address. */
export function wholeText(least: number, most: number): Schema<number> {
  const rule = `must be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, rule),
    v.transform(Number),
    v.minValue(least, rule),
    v.maxValue(most, rule),
  );
}

/** `true` or `false` in an address; the name alone counts as true. */
export const flagText: Schema<boolean> = v.pipe(
  v.picklist(["true", "false", "1", "0", ""], "must be true or false"),
  v.transform((text) => text !== "false" && text !== "0"),
);

/** JSON in an address. `BAD_ARGUMENT` is told as an issue. */
export const jsonText: Schema<unknown> = v.pipe(
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
export const listText: Schema<string[]> = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").filter((each) => each !== "")),
);
