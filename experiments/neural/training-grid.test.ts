import { describe, expect, test } from "vitest";
import { findBestPoint, selectGridPoints, TRAINING_GRID } from "./training-grid.ts";

describe("the grid of training settings", () => {
  test("starts with the recommended rate, and is not searched if nothing is chosen", () => {
    expect(TRAINING_GRID[0]).toEqual({ networkRate: 0.003, salienceRate: 0.0003 });
    expect(selectGridPoints(1)).toEqual([]);
    expect(selectGridPoints(2)).toEqual(TRAINING_GRID.slice(0, 2));
  });

  test("selects the point with the highest mean on dev, the first of equals", async () => {
    const values = [
      [0.25, 0.25],
      [0.5, 0.25],
      [0.375, 0.375],
    ];
    const tried: unknown[] = [];
    const best = await findBestPoint(TRAINING_GRID, "AP", async (point) => {
      tried.push(point);
      return { AP: values[TRAINING_GRID.indexOf(point)] ?? [] };
    });
    expect(tried).toEqual(TRAINING_GRID);
    expect(best).toBe(TRAINING_GRID[1]);
  });
});
