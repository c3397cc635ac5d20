import { expect, test } from "vitest";
import { exportTable, importTable } from "./judgement-table.ts";

// Equal on two of four; by chance (.5·.5 + .5·.5) = .5; kappa 0
const TABLE = `query,query_text,document,grade,rater
1,red lamp,a,2,ann
1,red lamp,a,2,bob
1,red lamp,b,0,ann
1,red lamp,b,2,bob
2,sofa,c,2,ann
2,sofa,c,0,bob
2,sofa,d,0,ann
2,sofa,d,0,bob
`;

test("grades of two raters become one, with their agreement", async () => {
  const { queries, agreement } = await importTable("judged.csv", TABLE);
  expect(queries).toEqual([
    { id: "1", text: "red lamp", relevant: { a: 2, b: 0 } },
    { id: "2", text: "sofa", relevant: { c: 0, d: 0 } },
  ]);
  expect(agreement).toBe(
    "2 raters agree with Cohen's kappa 0.00 on 4 documents; their median grades are stored.",
  );
});

test("an exported table is imported as the same judgements", async () => {
  const { queries } = await importTable("judged.csv", TABLE);
  const again = await importTable("again.csv", exportTable(queries));
  expect(again).toEqual({ queries, agreement: "" });
});

test("ids of documents may be names that objects inherit", async () => {
  const table = "query,document,grade\nq,__proto__,2\nq,constructor,1\n";
  const { queries } = await importTable("judged.csv", table);
  expect(queries.map(({ relevant }) => Object.entries(relevant))).toEqual([
    [
      ["__proto__", 2],
      ["constructor", 1],
    ],
  ]);
  expect((await importTable("again.csv", exportTable(queries))).queries).toEqual(queries);
});
