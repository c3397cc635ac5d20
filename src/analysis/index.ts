/** Analysis of results: axioms, tables, charts and reports. */

export * from "./axioms/index.ts";
export * from "./explanation-page.ts";
export * from "./judging/index.ts";
export * from "./line-chart.ts";
export * from "./report.ts";
export * from "./table.ts";
export * from "./training-curves.ts";
