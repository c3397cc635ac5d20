import { expect, test } from "vitest";
import { measureInTurns } from "./measure-in-turns.ts";

test("returns the median time of each function after a warm-up", async () => {
  let now = 0;
  let runs = 0;
  // The first function takes 100 ms while it is new, then 3; every third of its later runs takes 9.
  const first = async (): Promise<void> => {
    runs++;
    now += runs <= 2 ? 100 : runs % 40 === 0 ? 9 : 3;
  };
  const second = async (): Promise<void> => {
    now += 50;
  };
  const { medians, rounds } = await measureInTurns([first, second], { rounds: 5, time: () => now });
  // By hand: two runs of 100 ms warm up; then rounds of one run each.
  expect(medians).toEqual([3, 50]);
  expect(rounds.map((each) => each.length)).toEqual([5, 5]);
  expect(rounds[1]).toEqual([50, 50, 50, 50, 50]);
});

test("repeats short functions, so that a round can be measured", async () => {
  let [now, runs] = [0, 0];
  const short = async (): Promise<void> => {
    [now, runs] = [now + 1, runs + 1];
  };
  const { medians } = await measureInTurns([short, short], { rounds: 3, time: () => now });
  expect(medians[0]).toBe(1);
  // By hand: 150 warm-up runs, and 40 in each of three rounds, of both functions.
  expect(runs).toBe(2 * (150 + 3 * 40));
});
