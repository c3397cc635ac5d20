import { expect, test } from "vitest";
import { badInput, corrupt, quote, TermwiseError } from "./errors.ts";

test("names file, line and rule of a bad line, and carries them as data", () => {
  const error = badInput("run.trec", 7, 'a score must be a number, got "x"');
  expect(error).toBeInstanceOf(TermwiseError);
  expect(error.code).toBe("BAD_INPUT");
  expect(error.message).toBe('run.trec:7: a score must be a number, got "x"');
  expect(error.details).toEqual({ file: "run.trec", line: 7 });
});

test("names file and offset of damage", () => {
  expect(corrupt("postings", 12, "checksum differs").message).toBe(
    "postings is damaged at byte 12: checksum differs",
  );
});

test("keeps the cause of a failure", () => {
  const cause = new Error("disk");
  expect(new TermwiseError("IO", "cannot read", {}, { cause }).cause).toBe(cause);
});

test("quotes a value on one line with at most 90 characters", () => {
  const quoted = quote(`a\nb\u2028${"x".repeat(1000)}`);
  expect(quoted).toMatch(/^"a\\nb�x+…"$/);
  expect(quoted.length).toBeLessThan(90);
});
