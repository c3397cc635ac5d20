/** Numbers to understanding: axioms, tables, charts and reports. */

export * from "./axioms/index.ts";
export * from "./bar-chart.ts";
export * from "./box-diagram.ts";
export * from "./csv.ts";
export * from "./explanation-page.ts";
export * from "./finding.ts";
export * from "./heat-map.ts";
export * from "./line-chart.ts";
export * from "./report.ts";
export { escaped } from "./svg-picture.ts";
export * from "./table.ts";
export * from "./training-curves.ts";
