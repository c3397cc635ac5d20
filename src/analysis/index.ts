/** Numbers to understanding: tables and charts; axioms and studies will stand here. */

export * from "./explanation-page.ts";
export * from "./line-chart.ts";
export * from "./table.ts";
export * from "./training-curves.ts";
