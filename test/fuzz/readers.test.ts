/**
 * Whatever a file contains, a reader returns records or a TermwiseError that names a line of it, in
 * time. 20,000 lines into each: real ones, damaged, and noise.
 */

import { describe, expect, test } from "vitest";
import { extractHtmlText } from "../../src/collection/formats/html.ts";
import { READERS } from "../../src/collection/formats/readers.contract.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { Random } from "../../src/common/random.ts";
import { catchFailure, countRecords, fuzzLines } from "./fuzz-lines.ts";

/** Ms: megabytes in linear time take seconds on a busy machine, in quadratic time hours on an idle one. */
const LINEAR_TIME = 60_000;

const LINES = 20_000;

/** Units that, repeated, would make a careless parser rescan the rest of its input. */
const UNITS = [
  ...["<", "<a", "<a>", "<text></text>", "<doc ", "</doc", "<doc></doc>", "<!--", '<a b=">" '],
  ...["&", "&amp", '"', '""', '",', "[", "{", '{"a":', " ", "\t ", "# ", ".I 1 "],
];

describe.each(READERS)("$name", (reader) => {
  test("returns records or errors that name their lines for 20,000 fuzzed lines", async () => {
    const random = new Random(7).split(reader.name);
    const bytes = fuzzLines(reader, LINES, random);
    const lines = bytes.filter((byte) => byte === 0x0a).length + 1;
    const bad: TermwiseError[] = [];
    const count = await countRecords(reader, bytes, (error) => bad.push(error));
    for (const { code, details } of bad) {
      expect(code).toBe("BAD_INPUT");
      expect(details.line).toBeGreaterThanOrEqual(1);
      expect(details.line).toBeLessThanOrEqual(lines);
    }
    // Guards against a fuzzer that produces only noise, or only good lines. (Readers that aggregate
    // return each distinct pair once, which leaves few.)
    expect(count).toBeGreaterThan(20);
    expect(bad.length).toBeGreaterThan(100);
  });

  test("ends at the first bad record if none may be skipped", async () => {
    const random = new Random(11).split(reader.name);
    for (let round = 0; round < 200; round++) {
      const error = await catchFailure(() => countRecords(reader, fuzzLines(reader, 10, random)));
      if (error === undefined) continue;
      expect(error).toBeInstanceOf(TermwiseError);
      expect(error).toMatchObject({ code: "BAD_INPUT", details: { file: "file" } });
      expect((error as TermwiseError).details.line).toBeGreaterThanOrEqual(1);
    }
  });

  test(
    "takes linear time for hostile input",
    async () => {
      for (const unit of UNITS) {
        const text = reader.wrap(unit.repeat(1_000_000 / unit.length));
        await catchFailure(() => countRecords(reader, Buffer.from(text), () => {}));
      }
      await catchFailure(() =>
        countRecords(reader, Buffer.from(reader.wrap("x".repeat(10_000_000))), () => {}),
      );
    },
    LINEAR_TIME,
  );
});

test(
  "htmlText takes linear time for hostile pages",
  () => {
    for (const unit of [...UNITS, "<script>", "<title>", "<h1>", "<a b='", '<a b="', "<a b= "]) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(extractHtmlText(text).text.length).toBeLessThanOrEqual(text.length);
      expect(extractHtmlText(`${text}>`).text.length).toBeLessThanOrEqual(text.length + 1);
    }
  },
  LINEAR_TIME,
);
