import { describe, expect, test } from "vitest";
import { renderBarChart } from "./bar-chart.ts";
import { renderBoxDiagram } from "./box-diagram.ts";
import { renderCsv } from "./csv.ts";
import { renderHeatMap } from "./heat-map.ts";

describe("barChart", () => {
  test("draws bars from the line at 0, up and down", () => {
    const bars = [
      { name: "a", value: 1 },
      { name: "b", value: -1 },
    ];
    const svg = renderBarChart(bars, { width: 280, height: 180 });
    // From 12 to 180 - 48 = 132: 0 is at 72. Across from 64 to 264: two bars of 100, 1 apart at each side.
    expect(svg).toContain('<rect x="65" y="12" width="98" height="60" fill="#d55e00"');
    expect(svg).toContain('<rect x="165" y="72" width="98" height="60" fill="#0072b2"');
    expect(svg).toContain('<path d="M64 72H264"');
  });

  test("names every tenth bar if there is no space for each name", () => {
    const bars = Array.from({ length: 100 }, (_, i) => ({ name: `n${i}`, value: 1 }));
    const svg = renderBarChart(bars, { width: 640 });
    // 5.6 pixels per bar: 44 need eight bars, and ten is the next round count.
    const names = [...svg.matchAll(/>(n\d+)</g)].map(([, name]) => name);
    expect(names).toEqual(["n0", "n10", "n20", "n30", "n40", "n50", "n60", "n70", "n80", "n90"]);
  });

  test("refuses an empty chart and bars without a value", () => {
    expect(() => renderBarChart([])).toThrow("needs a bar");
    expect(() => renderBarChart([{ name: "x", value: Number.NaN }])).toThrow(
      'the bar "x" must be finite',
    );
  });
});

describe("heatMap", () => {
  test("has a cell per value, darkest for the largest, and named frames", () => {
    const frames = [{ name: "2x2", row: 0, column: 0, rows: 1, columns: 2 }];
    const svg = renderHeatMap([[0, 1]], { rows: ["q"], columns: ["a", "b"], frames });
    expect(svg).toContain('fill="rgb(245,248,252)"');
    expect(svg).toContain('fill="rgb(0,84,148)"');
    expect(svg).toContain(">1.00</text>");
    expect(svg).toContain('width="100" height="26" fill="none"');
    expect(svg).toContain(">2x2</text>");
  });

  test("refuses names that do not match the values", () => {
    expect(() => renderHeatMap([[1]], { rows: ["a"], columns: [] })).toThrow("1 rows of 0 values");
  });
});

describe("boxDiagram", () => {
  test("arranges boxes in levels and joins them", () => {
    const svg = renderBoxDiagram([
      { name: "in", level: 0 },
      { name: "out", level: 1, from: ["in"], isMarked: true, lines: ["<1>"] },
    ]);
    expect(svg.match(/<path /g)).toHaveLength(2);
    expect(svg).toContain("&lt;1&gt;");
    expect(svg).toContain('stroke-width="3"');
  });

  test("leads an arrow below its row before it bends, so that it crosses no neighbouring box", () => {
    const svg = renderBoxDiagram([
      { name: "low", level: 0 },
      { name: "high", level: 0, lines: ["1", "2", "3"] },
      { name: "out", level: 1, from: ["low"] },
    ]);
    // The row begins at 12; a box has 14 and 16 for each line: 42 at the low box's end, 90 at the row's.
    expect(svg).toMatch(/<path d="M[\d.]+ 42V90C/);
  });

  test("refuses an arrow from an unknown box", () => {
    expect(() => renderBoxDiagram([{ name: "x", level: 0, from: ["y"] }])).toThrow('from "y"');
  });
});

test("CSV quotes cells with commas, quotes or line breaks", () => {
  expect(renderCsv({ header: ["a", "b"], rows: [['x "y"', "1,5"]] })).toBe(
    'a,b\r\n"x ""y""","1,5"\r\n',
  );
});
