import { expect, test } from "vitest";
import { LoopDelay } from "./loop-delay.ts";

test("tells how late the last timer was, or how late the next is already", () => {
  let now = 1000;
  const delay = new LoopDelay(() => now);
  expect(delay.ms).toBe(0); // not watched yet
  delay.start();
  now = 1040;
  expect(delay.ms).toBe(0);
  now = 1300; // due at 1050
  expect(delay.ms).toBe(250);
  delay.tick();
  expect(delay.ms).toBe(250);
  now = 1350;
  delay.tick(); // in time
  expect(delay.ms).toBe(0);
  now = 1700;
  expect(delay.ms).toBe(300);
  delay.stop();
  expect(delay.ms).toBe(0);
});
