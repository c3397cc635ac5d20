/** Combines the reports of several collections into one. */

import type { Finding } from "../src/analysis/finding.ts";
import type { Report } from "../src/analysis/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "./experiment.ts";

/** Runs once per requested collection and combines the reports. */
export async function forEachCollection(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
  title: string,
  run: (request: ExperimentRequest, environment: ExperimentEnvironment) => Promise<Report>,
): Promise<Report> {
  const reports: Report[] = [];
  for (const collection of request.collections) {
    reports.push(await run(request.only(collection), environment));
  }
  const [only] = reports;
  if (only !== undefined && reports.length === 1) return only;
  return {
    title,
    texts: [...new Set(reports.flatMap(({ texts }) => texts))],
    tables: reports.flatMap(({ tables }) => tables),
    figures: reports.flatMap(({ figures }, i) =>
      figures.map((figure) => ({ ...figure, name: `${figure.name}-${toSlug(request, i)}` })),
    ),
    results: reports.map(({ results }, i) => ({ collection: request.collections[i], results })),
    runs: reports.flatMap(({ runs }, i) =>
      runs.map((each) => ({ ...each, name: `${toSlug(request, i)}-${each.name}` })),
    ),
    perQuery: reports.flatMap(({ perQuery = [] }, i) =>
      perQuery.map((each) => ({ ...each, name: `${toSlug(request, i)}-${each.name}` })),
    ),
    findings: deduplicateFindings(reports.flatMap(({ findings = [] }) => findings)),
    trainings: reports.flatMap(({ trainings = [] }) => trainings),
    data: Object.assign({}, ...reports.map(({ data = {} }) => data)),
  };
}

/** Each finding once: a finding without a collection is repeated for every one. */
export function deduplicateFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}

/** A collection as a part of a file name. */
function toSlug({ collections }: ExperimentRequest, i: number): string {
  return (collections[i] ?? "").replaceAll(/[^\w.-]+/g, "-");
}
