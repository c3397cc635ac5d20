/**
 * Whatever is in a file, a reader gives records or a TermwiseError that names
 * a line of it, soon. 20,000 lines into each: real ones, damaged, and noise.
 */

import { describe, expect, test } from "vitest";
import { htmlText } from "../../src/collection/formats/html.ts";
import { READERS, type Reader } from "../../src/collection/formats/readers.contract.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { Random } from "../../src/common/random.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";

/** Ms: megabytes in linear time take seconds on a busy machine, in quadratic time hours on an idle one. */
const LINEAR_TIME = 60_000;

const LINES = 20_000;

/** What, repeated, would make a careless parser look at the rest of its input again and again. */
const UNITS = [
  ...["<", "<a", "<a>", "<text></text>", "<doc ", "</doc", "<doc></doc>", "<!--", '<a b=">" '],
  ...["&", "&amp", '"', '""', '",', "[", "{", '{"a":', " ", "\t ", "# ", ".I 1 "],
];

describe.each(READERS)("$name", (reader) => {
  test("answers 20,000 fuzzed lines with records or errors that name their lines", async () => {
    const random = new Random(7).split(reader.name);
    const bytes = fuzzed(reader, LINES, random);
    const lines = bytes.filter((byte) => byte === 0x0a).length + 1;
    const bad: TermwiseError[] = [];
    const count = await drain(reader, bytes, (error) => bad.push(error));
    for (const { code, details } of bad) {
      expect(code).toBe("BAD_INPUT");
      expect(details.line).toBeGreaterThanOrEqual(1);
      expect(details.line).toBeLessThanOrEqual(lines);
    }
    // Guards against a fuzzer that makes nothing but noise, or nothing but good lines.
    // (Readers that gather give each distinct pair once, which leaves them few.)
    expect(count).toBeGreaterThan(20);
    expect(bad.length).toBeGreaterThan(100);
  });

  test("ends at the first bad record when none may be passed over", async () => {
    const random = new Random(11).split(reader.name);
    for (let round = 0; round < 200; round++) {
      const error = await failure(() => drain(reader, fuzzed(reader, 10, random)));
      if (error === undefined) continue;
      expect(error).toBeInstanceOf(TermwiseError);
      expect(error).toMatchObject({ code: "BAD_INPUT", details: { file: "file" } });
      expect((error as TermwiseError).details.line).toBeGreaterThanOrEqual(1);
    }
  });

  test(
    "takes time in proportion to hostile input",
    async () => {
      for (const unit of UNITS) {
        const text = reader.wrap(unit.repeat(1_000_000 / unit.length));
        await failure(() => drain(reader, Buffer.from(text), () => {}));
      }
      await failure(() =>
        drain(reader, Buffer.from(reader.wrap("x".repeat(10_000_000))), () => {}),
      );
    },
    LINEAR_TIME,
  );
});

test(
  "htmlText takes time in proportion to hostile pages",
  () => {
    for (const unit of [...UNITS, "<script>", "<title>", "<h1>", "<a b='", '<a b="', "<a b= "]) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(htmlText(text).text.length).toBeLessThanOrEqual(text.length);
      expect(htmlText(`${text}>`).text.length).toBeLessThanOrEqual(text.length + 1);
    }
  },
  LINEAR_TIME,
);

async function drain(
  reader: Reader,
  bytes: Uint8Array,
  onBad?: (error: TermwiseError) => void,
): Promise<number> {
  const files = new MemoryFiles({ file: bytes });
  let count = 0;
  for await (const _ of reader.read(files, "file", { ...(onBad && { onBad }) })) count++;
  return count;
}

/** What a reading failed with, if that is allowed; anything but a TermwiseError is not. */
async function failure(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof TermwiseError) return error;
    throw error;
  }
}

/** Lines of the sample, most of them whole, the rest damaged in one of many ways. */
function fuzzed(reader: Reader, count: number, random: Random): Uint8Array {
  const source = Buffer.from(reader.sample).toString("latin1").split("\n").slice(0, -1);
  const lines: string[] = [];
  while (lines.length < count) {
    // Runs of lines, so that records of several lines have a chance to be whole.
    const from = random.below(2) === 0 ? 0 : random.below(source.length);
    for (const line of source.slice(from)) {
      lines.push(random.below(20) === 0 ? damaged(line, random) : line);
    }
  }
  return Buffer.from(`${lines.slice(0, count).join("\n")}\n`, "latin1");
}

function damaged(line: string, random: Random): string {
  const at = random.below(line.length + 1);
  const to = at + random.below(line.length - at + 1);
  switch (random.below(7)) {
    case 0:
      return line.slice(0, at) + line.slice(to);
    case 1:
      return line.slice(0, at) + noise(random) + line.slice(at);
    case 2:
      return line.slice(0, to) + line.slice(at);
    case 3:
      return noise(random);
    case 4:
      return line.slice(0, at) + '<>"&\t ,{}[].#\\-\r\0'[random.below(17)] + line.slice(at);
    case 5:
      return `${line.slice(0, at)}\n${line.slice(at)}`;
    default:
      return line.toUpperCase().repeat(1 + random.below(3));
  }
}

/** Up to twenty bytes of any value but a line end. */
function noise(random: Random): string {
  const bytes = Array.from({ length: random.below(20) }, () => random.below(256));
  return String.fromCharCode(...bytes.map((byte) => (byte === 0x0a ? 0 : byte)));
}
