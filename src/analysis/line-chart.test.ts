import { describe, expect, test } from "vitest";
import { type LineSeries, renderLineChart } from "./line-chart.ts";

const LINE: LineSeries = {
  name: "loss",
  points: [
    [0, 1],
    [100, 0.5],
    [200, 0],
  ],
};

/** Names of all opening tags; fails when tags do not nest. */
function findTags(svg: string): string[] {
  const [open, all]: [string[], string[]] = [[], []];
  for (const [tag, closing, name] of svg.matchAll(/<(\/?)([a-z]+)[^<>]*>/g)) {
    if (closing === "/") expect(open.pop()).toBe(name);
    else all.push(name as string);
    if (closing === "" && !tag.endsWith("/>")) open.push(name as string);
  }
  expect(open).toEqual([]);
  return all;
}

describe("lineChart", () => {
  test("draws a line through its points, with the axes at the edges", () => {
    const svg = renderLineChart([LINE], { width: 280, height: 200 });
    // Across from 64 to 280 - 16 = 264; upward from 200 - 48 = 152 to 8 + (12 + 6) + 8 = 34, points 5 within.
    expect(svg).toContain('<polyline points="64,39 164,93 264,147"');
    expect(svg).toContain('<path d="M64 34V152H264"');
  });

  test("has one line per series, each in its own colour, and a legend", () => {
    const svg = renderLineChart([LINE, { ...LINE, name: "RR@10" }], {
      title: "Training",
      x: "steps",
    });
    expect(findTags(svg).filter((tag) => tag === "polyline")).toHaveLength(2);
    const colours = [...svg.matchAll(/<polyline [^>]*stroke="(#[0-9a-f]+)"/g)].map(([, c]) => c);
    expect(new Set(colours).size).toBe(2);
    for (const words of ["loss", "RR@10", "Training", "steps"]) {
      expect(svg).toContain(`>${words}</text>`);
    }
  });

  test("distinguishes fifteen lines by colour and dashes together", () => {
    const series = Array.from({ length: 15 }, (_, i) => ({ ...LINE, name: `s${i}` }));
    const svg = renderLineChart(series);
    const strokes = [...svg.matchAll(/<polyline points="[^"]*" fill="none" ([^/]*)\/>/g)].map(
      ([, stroke]) => stroke,
    );
    expect(new Set(strokes).size).toBe(15);
  });

  test("has a dot at each of a few points, none at many, and a large one at the marked point", () => {
    const dots = (line: LineSeries): string[] =>
      [...renderLineChart([line]).matchAll(/<circle [^>]*r="([\d.]+)"/g)].map(([, r = ""]) => r);
    expect(dots(LINE)).toEqual(["2.5", "2.5", "2.5"]);
    const many = Array.from({ length: 13 }, (_, i) => [i, i] as const);
    expect(dots({ name: "many", points: many })).toEqual([]);
    expect(dots({ name: "many", points: many, marked: 4 })).toEqual(["5"]);
  });

  test("shows column names instead of numbers, evenly spaced", () => {
    const points = [0, 1, 2].map((i) => [i, i] as const);
    const svg = renderLineChart([{ name: "s", points }], {
      columns: ["≤ 1", "≤ 10", "≤ 100"],
      width: 280,
    });
    // Across from 64 to 264.
    for (const [x, name] of [
      [64, "≤ 1"],
      [164, "≤ 10"],
      [264, "≤ 100"],
    ]) {
      expect(svg).toMatch(new RegExp(`<text x="${x}"[^>]*>${name}</text>`));
    }
  });

  test("escapes markup", () => {
    const svg = renderLineChart([{ ...LINE, name: '<b> & "c"' }], { title: "<script>", y: "a<b" });
    expect(findTags(svg)).not.toContain("script");
    expect(svg).toContain("&lt;b&gt; &amp; &quot;c&quot;");
    expect(svg).toContain('aria-label="&lt;script&gt;"');
  });

  test("draws a single point as a dot in the middle and omits a series without points", () => {
    const svg = renderLineChart(
      [
        { name: "one", points: [[3, 4]] },
        { name: "none", points: [] },
      ],
      { width: 280, height: 200 },
    );
    expect(svg).toContain('<circle cx="164" cy="93" r="4"');
    expect(findTags(svg)).not.toContain("polyline");
  });

  test("refuses a chart without points and a point that is not finite", () => {
    expect(() => renderLineChart([])).toThrow("a line chart needs a point, got none");
    expect(() => renderLineChart([{ name: "x", points: [[0, Number.NaN]] }])).toThrow(
      'a point of "x" must be two finite numbers, got 0,NaN',
    );
  });
});
