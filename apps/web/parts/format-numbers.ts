/** Number formats, the same everywhere on the page. */

const INTEGER_FORMAT = new Intl.NumberFormat("en-GB");

/** `117,791` */
export function formatInteger(value: number): string {
  return INTEGER_FORMAT.format(Math.round(value));
}

/** `0.4312`; very small numbers as `1.2e-7`. */
export function formatDecimal(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (value !== 0 && Math.abs(value) < 10 ** -digits / 2) return value.toExponential(1);
  return value
    .toFixed(digits)
    .replace(/^-(0(\.0*)?)$/, "$1")
    .replace("-", "−");
}

/** `+0.0123`, `−0.0040`, `0.0000`. */
export function formatSigned(value: number, digits = 4): string {
  const text = formatDecimal(value, digits);
  return value > 0 ? `+${text}` : text;
}

/** `0.8 ms`, `12 ms`, `1.4 s`. */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** `1 word`, `12 words`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}

/** `14.2 MB` */
export function formatBytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A p value: `< 0.001`, `0.034`. */
export function formatProbability(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}
