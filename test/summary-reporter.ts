/** Ends a test run with its counts on a separate line, for people and programs that read logs. */

import type { Reporter, TestModule } from "vitest/node";

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "pending" ? "failed" : state]++;
      }
      // A file that could not be loaded has no tests to count.
      if (module.state() === "failed" && module.errors().length > 0) counts.failed++;
    }
    counts.failed += errors.length;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  }
}
