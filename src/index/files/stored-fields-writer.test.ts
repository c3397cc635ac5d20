import { expect, test } from "vitest";
import { TextSample } from "./stored-fields-writer.ts";

const text = (from: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (from + i) & 0xff);

test("has at most its share of the texts", () => {
  const sample = new TextSample(1000, 10);
  for (let i = 0; i < 50; i++) sample.add(text(i, 20));
  expect(sample.bytes().length).toBeLessThanOrEqual(100);
  expect(sample.bytes().length).toBeGreaterThanOrEqual(60);
  expect(new TextSample(1000, 10).bytes()).toEqual(new Uint8Array(0));
});

test("has pieces of texts from the first to the last, and nearly the largest size", () => {
  const sample = new TextSample(6000, 2);
  for (let i = 0; i < 1000; i++) sample.add(new Uint8Array(100).fill(i / 4));
  const bytes = sample.bytes();
  expect(bytes.length).toBeLessThanOrEqual(6000);
  expect(bytes.length).toBeGreaterThan(5500);
  expect(bytes[0]).toBeLessThan(20);
  expect(bytes.at(-1)).toBeGreaterThan(230);
});

test("has pieces of the whole of a long text", () => {
  const sample = new TextSample(2048, 2);
  sample.add(Uint8Array.from({ length: 1 << 16 }, (_, i) => i >> 8));
  const pieces = new Set(sample.bytes());
  expect(pieces.size).toBe(8);
  expect(Math.max(...pieces)).toBeGreaterThan(200);
});
