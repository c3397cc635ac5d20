/**
 * Parses ISO 8601 dates: a year, a month, a day, or a time with or without an offset from UTC.
 *
 * Days are parsed digit by digit: documents often have days and rarely times, and `Date.parse`
 * takes ten times as long.
 */

const MS_PER_DAY = 86_400_000;

/** Days from 0000-03-01 to 1970-01-01, in a calendar whose years end with the leap day. */
const DAYS_TO_1970 = 719_468;

/** Ms since 1970; undefined if the text is not a date. */
export function parseIsoDate(text: string): number | undefined {
  return text.length === 10 ? parseDay(text) : parseMoment(text);
}

/** Parses a day such as `2024-05-31`. */
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

/** The number with the digits from `from` to `to`; -1 if they are not digits. */
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

/** In the proleptic Gregorian calendar. */
function countDaysSince1970(year: number, month: number, day: number): number {
  // Years begin in March, so that the leap day is the last; months then have 30.6 days on average.
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
  // `Date.parse` accepts some days that a month does not have and moves them to the next month.
  return text.length < 10 || parseDay(text.slice(0, 10)) !== undefined ? time : undefined;
}
