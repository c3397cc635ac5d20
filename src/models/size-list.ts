/** Sizes in options, which are plain data: `100,10` and `3x10`. */

import { badArgument, quote } from "../common/errors.ts";

/** Whole numbers from text like `100,10`. `option` is only for messages. */
export function sizesOf(option: string, text: string): readonly number[] {
  return text.split(",").map((part) => sizeOf(option, part));
}

/** Rows and columns from text like `18x60,3x10`. */
export function rectanglesOf(option: string, text: string): readonly (readonly [number, number])[] {
  return text.split(",").map((part) => {
    const [height, width, ...more] = part.split("x");
    if (height === undefined || width === undefined || more.length > 0) {
      throw badArgument(`${option} must be rows x columns such as 3x10, got ${quote(part)}`);
    }
    return [sizeOf(option, height), sizeOf(option, width)];
  });
}

function sizeOf(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw badArgument(`${option} needs whole numbers ≥ 1, got ${quote(text)}`);
}
