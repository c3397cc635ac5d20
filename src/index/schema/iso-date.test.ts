import { expect, test } from "vitest";
import { parseIsoDate } from "./iso-date.ts";

test("parses days as Date does, from the year 0 to 9999", () => {
  for (let ms = Date.UTC(1500, 0, 1); ms < Date.UTC(2500, 0, 1); ms += 86_400_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    if (parseIsoDate(day) !== ms) expect.fail(`${day}: ${parseIsoDate(day)}, not ${ms}`);
  }
  for (const day of ["0000-01-01", "0000-02-29", "0000-12-31", "0400-02-29", "9999-12-31"]) {
    expect(parseIsoDate(day)).toBe(Date.parse(day));
  }
});

test("parses months, years and times as Date does, in UTC without an offset", () => {
  for (const text of ["2024", "2024-05", "2024-05-31T12:00Z", "2024-02-29T23:59:59.5+05:30"]) {
    expect(parseIsoDate(text)).toBe(Date.parse(text));
  }
  expect(parseIsoDate("2024-05-31T12:00")).toBe(Date.UTC(2024, 4, 31, 12));
});

test.each([
  ...[
    "",
    "x",
    "24-05-31",
    "2024-5-31",
    "2024-05-3",
    "2024/05/31",
    "2024-05/31",
    "2024-05-31 ",
    "20240531xx",
  ],
  ...[
    "2024-00-10",
    "2024-13-01",
    "2024-01-00",
    "2024-01-32",
    "2024-04-31",
    "2023-02-29",
    "1900-02-29",
  ],
  ...[
    "2024-05-31T",
    "2024-05-31T25:00",
    "2024-04-31T12:00",
    "2023-02-29T00:00Z",
    "-024-05-31",
    "2024-05-3１",
  ],
])("rejects %j", (text) => {
  expect(parseIsoDate(text)).toBeUndefined();
});
