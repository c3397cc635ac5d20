/**
 * Dates as ISO 8601 texts: a year, a month or a day, or a moment with or without an offset from UTC.
 *
 * Days are read digit by digit: a document has few moments and often a day, and `Date.parse` takes ten times as long.
 */

const MS_PER_DAY = 86_400_000;

/** Days before 1970-01-01 since 0000-03-01, where leap days end a year. */
const DAYS_TO_1970 = 719_468;

/** Ms since 1970; undefined for a text that is no date. */
export function parseIsoDate(text: string): number | undefined {
  return text.length === 10 ? parseDay(text) : parseMoment(text);
}

/** Of `2024-05-31`. */
function parseDay(text: string): number | undefined {
  const [year, month, day] = [
    parseDigits(text, 0, 4),
    parseDigits(text, 5, 7),
    parseDigits(text, 8, 10),
  ];
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return undefined;
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > countDaysInMonth(year, month))
    return undefined;
  return MS_PER_DAY * countDaysSince1970(year, month, day);
}

/** The number that the digits from `from` to `to` write; -1 where they are none. */
function parseDigits(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = 10 * number + digit;
  }
  return number;
}

function countDaysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** In the Gregorian calendar, also before it was made. */
function countDaysSince1970(year: number, month: number, day: number): number {
  // Years from March on, so that the leap day is the last; months then have 30.6 days on average.
  const y = month > 2 ? year : year - 1;
  const m = (month + 9) % 12;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leapDays + Math.floor((153 * m + 2) / 5) + day - 1 - DAYS_TO_1970;
}

const ISO_DATE =
  /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/;

function parseMoment(text: string): number | undefined {
  if (!ISO_DATE.test(text)) return undefined;
  // A time without an offset is UTC, so that a date means the same on every machine.
  const isLocal = text.includes("T") && !/(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = Date.parse(isLocal ? `${text}Z` : text);
  if (Number.isNaN(time)) return undefined;
  // `Date.parse` takes some days that a month does not have for days of the next one.
  return text.length < 10 || parseDay(text.slice(0, 10)) !== undefined ? time : undefined;
}
