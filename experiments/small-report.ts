/** A report without runs, for a demonstration or a figure. */

import type { Report } from "../src/analysis/index.ts";

/** Fills in missing parts with empty ones. */
export function createSmallReport(parts: Partial<Report> & Pick<Report, "title">): Report {
  return { texts: [], tables: [], figures: [], results: {}, runs: [], ...parts };
}
