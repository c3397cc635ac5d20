/**
 * Dates as ISO 8601 writes them. Unlike `Date.parse` this reads nothing else,
 * takes a time without an offset as UTC, and refuses the 30th of February, so
 * that a date means the same on every machine.
 */

const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** The largest distance from 1970 that a `Date` can have. */
const MOST_MILLISECONDS = 8.64e15;

/** Milliseconds since 1970 of a date as text or number; undefined for anything that is none. */
export function millisecondsOf(value: unknown): number | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && Math.abs(value) <= MOST_MILLISECONDS ? value : undefined;
  }
  const found = typeof value === "string" ? DATE.exec(value) : null;
  if (found === null) return undefined;
  const [, ...parts] = found;
  const [year, month, day, hour, minute, second] = parts
    .slice(0, 6)
    .map((part, i) => Number(part ?? (i === 1 || i === 2 ? 1 : 0))) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fraction = Number((parts[6] ?? "").padEnd(3, "0").slice(0, 3));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
  const offset = offsetMinutes(parts[7]);
  return offset === undefined ? undefined : date.getTime() + time - 60_000 * offset;
}

/** A date as a person reads it. */
export function dateText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function offsetMinutes(text = "Z"): number | undefined {
  if (text === "Z") return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (60 * hours + minutes);
}
