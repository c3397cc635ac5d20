/** Numbers to understanding: tables, charts, reports and the experiments that make them. */

export * from "./axioms/index.ts";
export * from "./experiment.ts";
export * from "./experiments.ts";
export * from "./explanation-page.ts";
export * from "./line-chart.ts";
export * from "./report.ts";
export * from "./table.ts";
export * from "./training-curves.ts";
