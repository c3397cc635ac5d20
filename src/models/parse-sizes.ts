/** Sizes in options, which are plain data: `100,10` and `3x10`. */

import { badArgument, quote } from "../common/errors.ts";

/** Whole numbers from text like `100,10`. `option` is only for messages. */
export function parseSizes(option: string, text: string): readonly number[] {
  return text.split(",").map((part) => parseInteger(option, part));
}

/** Rows and columns from text like `18x60,3x10`. */
export function parseRectangles(
  option: string,
  text: string,
): readonly (readonly [number, number])[] {
  return text.split(",").map((part) => {
    const [height, width, ...more] = part.split("x");
    if (height === undefined || width === undefined || more.length > 0) {
      throw badArgument(`${option} must be rows x columns such as 3x10, got ${quote(part)}`);
    }
    return [parseInteger(option, height), parseInteger(option, width)];
  });
}

function parseInteger(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw badArgument(`${option} needs whole numbers ≥ 1, got ${quote(text)}`);
}
