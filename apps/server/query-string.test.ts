import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { parseQueryString } from "./query-string.ts";

test("reads what URLSearchParams reads, whatever is sent", () => {
  const parts = [
    "a",
    "b",
    "=",
    "&",
    "+",
    "%",
    "%20",
    "%C3%A9",
    "%c3",
    "%F0%9F%8D%B3",
    "?",
    "é",
    "%2B",
    "%26",
    "%00",
    "__proto__",
    "%EF%BB%BF",
  ];
  const random = new Random(7);
  let checked = 0;
  for (let i = 0; i < 5000; i++) {
    const text = Array.from(
      { length: 1 + random.below(8) },
      () => parts[random.below(parts.length)],
    ).join("");
    const pairs = [...new URLSearchParams(`&${text}`)];
    if (new Set(pairs.map(([name]) => name)).size < pairs.length) continue;
    checked++;
    expect(Object.entries(parseQueryString(`http://localhost/x?${text}`))).toEqual(pairs);
  }
  expect(checked).toBeGreaterThan(1000);
});

test("ends at the fragment, and refuses a name that comes twice", () => {
  expect({ ...parseQueryString("http://localhost/x?q=boiled+egg&limit=5#q=soup") }).toEqual({
    q: "boiled egg",
    limit: "5",
  });
  expect({ ...parseQueryString("http://localhost/x") }).toEqual({});
  expect({ ...parseQueryString("http://localhost/x#a?q=egg") }).toEqual({});
  expect(() => parseQueryString("http://localhost/x?q=egg&%71=soup")).toThrow(
    "must not come twice",
  );
});
