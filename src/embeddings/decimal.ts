/**
 * Parses decimal numbers directly from bytes, without a string for each; reading
 * vectors spends most of its time here.
 *
 * With at most 15 digits and a power of ten up to 22, the digits and the power are
 * exact in 64 bits, so one rounding yields the nearest number (Clinger, "How to read
 * floating point numbers accurately", PLDI 1990). Longer numbers use the platform's
 * own conversion.
 */

const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const SMALL_E = 0x65;

/** The number in `bytes` from `start` to `end`; NaN if it is not one. */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  let mantissa = 0;
  const integerStart = at;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    mantissa = mantissa * 10 + digit;
  }
  let digits = at - integerStart;
  let exponent = 0;
  if (at < end && bytes[at] === POINT) {
    const fraction = ++at;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - 0x30;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    exponent = fraction - at;
    digits += at - fraction;
  }
  if (digits === 0) return NaN;
  if (at < end) {
    const power = parseExponent(bytes, at, end);
    if (Number.isNaN(power)) return NaN;
    exponent += power;
  }
  if (digits > 15 || exponent > 22 || exponent < -22) return parseLongNumber(bytes, start, end);
  const value =
    exponent < 0
      ? mantissa / (POWERS[-exponent] as number)
      : mantissa * (POWERS[exponent] as number);
  return sign === MINUS ? -value : value;
}

/** The power of ten after a mantissa: `e-5`. NaN if it is not one. */
function parseExponent(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (((bytes[at++] as number) | 0x20) !== SMALL_E) return NaN;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  if (at >= end) return NaN;
  let power = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return NaN;
    power = power * 10 + digit;
  }
  return sign === MINUS ? -power : power;
}

/** Only for bytes that have the form of a number. */
function parseLongNumber(bytes: Uint8Array, start: number, end: number): number {
  return Number(new TextDecoder().decode(bytes.slice(start, end)));
}
