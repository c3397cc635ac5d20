import { describe, expect, test } from "vitest";
import { readRun } from "../collection/index.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { type Report, renderReportPage, writeReport } from "./report.ts";

const report: Report = {
  title: "A & B",
  texts: ["x < y"],
  tables: [
    {
      title: "Scores",
      table: { header: ["run", "P@5"], rows: [["<one>", "0.5"]], words: [0] },
      note: "means",
    },
  ],
  figures: [{ title: "Curve", name: "curve", svg: "<svg></svg>", caption: "a < b" }],
  results: { runs: 1 },
  perQuery: [{ name: "P@5", queries: ["q"], systems: { one: [0.5] } }],
  findings: [{ claim: "S0.1", measured: "+.1", verdict: "holds" }],
  runs: [
    {
      name: "one",
      rankings: new Map([["q", { documents: ["d"], scores: Float64Array.of(1) }]]),
    },
  ],
};
const origin = { experiment: "tdv-speed", configuration: { collection: "toy", seed: "1" } };

describe("a report", () => {
  test("is a page that escapes its texts", () => {
    const page = renderReportPage(report, origin);
    expect(page).toContain("<h1>A &amp; B</h1>");
    expect(page).toContain("<p>x &lt; y</p>");
    expect(page).toContain('<td class="word">&lt;one&gt;</td><td>0.5</td>');
    expect(page).toContain("<p>means</p>");
    expect(page).toContain("<figure><svg></svg><figcaption>a &lt; b</figcaption></figure>");
    expect(page).toContain("termwise experiment tdv-speed: collection=toy; seed=1");
  });

  test("writes the page, the data, the figures and the runs", async () => {
    const files = new MemoryFiles();
    await writeReport(files, "out", report, origin);
    expect(await files.list("out")).toEqual([
      ...["curve.svg", "per-query", "report.html", "report.json", "runs", "scores.csv"],
    ]);
    const text = async (name: string): Promise<string> => {
      let all = "";
      for await (const chunk of files.read(name)) all += new TextDecoder().decode(chunk);
      return all;
    };
    expect(JSON.parse(await text("out/report.json"))).toEqual({
      title: "A & B",
      ...origin,
      data: {},
      tables: [{ name: "Scores", header: ["run", "P@5"], rows: [["<one>", "0.5"]] }],
      findings: report.findings,
      results: { runs: 1 },
    });
    expect(await text("out/scores.csv")).toBe("run,P@5\r\n<one>,0.5\r\n");
    expect(await text("out/per-query/P@5.csv")).toBe("query,one\r\nq,0.5\r\n");
    const { rankings } = await readRun(files, "out/runs/one.run.gz");
    expect(rankings.get("q")?.documents).toEqual(["d"]);
  });
});
