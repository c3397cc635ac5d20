/** A report without runs: what a demonstration or a figure leaves behind. */

import type { Report } from "../src/analysis/index.ts";

/** Fills in what is not given with nothing. */
export function createSmallReport(parts: Partial<Report> & Pick<Report, "title">): Report {
  return { texts: [], tables: [], figures: [], results: {}, runs: [], ...parts };
}
