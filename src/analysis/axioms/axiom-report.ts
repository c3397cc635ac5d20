/** The results of axioms as tables, texts and a report. */

import { renderLineChart } from "../line-chart.ts";
import type { Report, ReportFigure, ReportTable } from "../report.ts";
import type { Table } from "../table.ts";
import type { AxiomInstance, TestDocument } from "./axiom.ts";
import type { AxiomResult } from "./axiom-result.ts";
import type { RankerResults } from "./axiom-suite.ts";
import type { ProbeResult } from "./probes/probe.ts";

/** Maximum number of document words shown in a counter-example; reports as data contain all. */
const MAX_DOCUMENT_WORDS = 40;

/** The heading of a set of results. It names the fillers if a ranker was tested with both kinds. */
export function formatHeading(tested: RankerResults, all: readonly RankerResults[]): string {
  const isTwice = all.filter(({ ranker }) => ranker === tested.ranker).length > 1;
  return isTwice ? `${tested.ranker} (${tested.fillers} fillers)` : tested.ranker;
}

/**
 * A table of axioms by rankers: the verdict, the share of satisfied instances, and the share of
 * ties.
 */
export function createVerdictTable(all: readonly RankerResults[]): Table {
  const axioms = [...new Set(all.flatMap(({ results }) => results.map(({ axiom }) => axiom)))];
  return {
    header: ["axiom", ...all.map((tested) => formatHeading(tested, all))],
    rows: axioms.map((axiom) => [
      axiom,
      ...all.map(({ results }) => formatVerdict(results.find((each) => each.axiom === axiom))),
    ]),
    words: [0, ...all.map((_, i) => i + 1)],
  };
}

/** `conditional .58`, and with ties `holds, ties .98`. */
function formatVerdict(result: AxiomResult | undefined): string {
  if (result === undefined) return "–";
  const { verdict, share, ties, instances } = result;
  if (instances === 0) return "no instances";
  const text = verdict === "holds" ? verdict : `${verdict} ${formatShare(share)}`;
  return ties === 0 ? text : `${text}, ties ${formatShare(ties / instances)}`;
}

/** Every axiom of one ranker with its counts and interval. */
export function createDetailTable({ results }: RankerResults): Table {
  return {
    header: ["axiom", "verdict", "instances", "satisfied", "ties", "share", "95 % interval"],
    rows: results.map(({ axiom, verdict, instances, satisfied, ties, share, interval }) => [
      axiom,
      verdict,
      String(instances),
      String(satisfied),
      String(ties),
      share.toFixed(3),
      `${interval[0].toFixed(3)} – ${interval[1].toFixed(3)}`,
    ]),
    words: [0, 1],
  };
}

/**
 * A table of the claims of papers about rankers beside the measurements; undefined without claims.
 */
export function createClaimTable(all: readonly RankerResults[]): Table | undefined {
  const rows = all.flatMap((tested) =>
    tested.claims.map(({ axiom, claim, expects, measured, agreement }) => [
      formatHeading(tested, all),
      axiom,
      `${expects}: ${claim}`,
      formatVerdict(measured),
      agreement,
    ]),
  );
  if (rows.length === 0) return undefined;
  return {
    header: ["ranker", "axiom", "claim", "measured", ""],
    rows,
    words: [0, 1, 2, 3, 4],
  };
}

/** The worst counter-example of an axiom as text; empty if there is none. */
export function formatCounterExample({ axiom, worst, ties, instances }: AxiomResult): string[] {
  if (worst === undefined) return [];
  if (ties === instances) return [`${axiom}: all ${instances} instances have equal scores`];
  const { instance, scores, above, below } = worst;
  const isPair = instance.sides === undefined;
  return [
    `${axiom}: ${formatNumber(above)} should be above ${formatNumber(below)}`,
    `  query    ${instance.query.join(" ")}`,
    ...instance.documents.map((document, i) => {
      const role = isPair ? (i === 0 ? "above" : "below") : `${i + 1}`;
      return `  ${role.padEnd(8)} ${formatDocument(document, instance)} (${formatNumber(scores[i] ?? NaN)})`;
    }),
  ];
}

/** The whole report: tables, probes, and one figure per probe with the curves of all rankers. */
export function createAxiomReport(
  all: readonly RankerResults[],
  { title, texts }: { readonly title: string; readonly texts: readonly string[] },
): Report {
  const claims = createClaimTable(all);
  const tables: ReportTable[] = [
    { title: "Axioms by rankers", table: createVerdictTable(all) },
    ...(claims === undefined ? [] : [{ title: "Claims and measurements", table: claims }]),
    ...all.map((tested) => ({
      title: formatHeading(tested, all),
      table: createDetailTable(tested),
      note: tested.results.flatMap(formatCounterExample).join("\n"),
    })),
    ...createProbeTables(all),
  ];
  return { title, texts, tables, figures: createFigures(all), results: all, runs: [] };
}

/** One table per probe for all rankers: curves side by side, other rows ranker by ranker. */
export function createProbeTables(all: readonly RankerResults[]): ReportTable[] {
  const ids = [...new Set(all.flatMap(({ probes }) => probes.map(({ id }) => id)))];
  return ids.map((id) => {
    const done = all.flatMap((tested) => {
      const probe = tested.probes.find((each) => each.id === id);
      return probe === undefined ? [] : [{ name: formatHeading(tested, all), probe }];
    });
    const [first] = done as [(typeof done)[number]];
    const table = first.probe.curve === undefined ? stackTables(done) : joinTables(done);
    const note = done.map(({ name, probe }) => `${name}: ${probe.finding}`).join("\n");
    return { title: first.probe.title, table, note };
  });
}

interface NamedProbe {
  readonly name: string;
  readonly probe: ProbeResult;
}

function stackTables(done: readonly NamedProbe[]): Table {
  const [{ probe }] = done as [NamedProbe];
  return {
    header: ["ranker", ...probe.table.header],
    rows: done.flatMap(({ name, probe: { table } }) => table.rows.map((row) => [name, ...row])),
    words: [0, ...probe.table.words.map((column) => column + 1)],
  };
}

/** The first column is shared, the second is each ranker's. */
function joinTables(done: readonly NamedProbe[]): Table {
  const [{ probe }] = done as [NamedProbe];
  return {
    header: [probe.table.header[0] ?? "", ...done.map(({ name }) => name)],
    rows: probe.table.rows.map(([first = ""], i) => [
      first,
      ...done.map((each) => each.probe.table.rows[i]?.[1] ?? ""),
    ]),
    words: [],
  };
}

const CURVES =
  "Means over the draws. Every ranker has a scale of its own: compare the shapes of lines, not their heights. Lines of equal values lie on each other.";

function createFigures(all: readonly RankerResults[]): ReportFigure[] {
  const ids = [...new Set(all.flatMap(({ probes }) => probes.map(({ id }) => id)))];
  return ids.flatMap((id) => {
    const curves = all.flatMap((tested) => {
      const probe = tested.probes.find((each) => each.id === id);
      return probe?.curve === undefined ? [] : [{ tested, probe, curve: probe.curve }];
    });
    const [first] = curves;
    if (first === undefined) return [];
    const { x, y } = first.curve;
    const series = curves.map(({ tested, curve }) => ({
      name: formatHeading(tested, all),
      points: curve.points,
    }));
    const { title } = first.probe;
    const svg = renderLineChart(series, { title, x, y });
    return [{ title, name: id, svg, caption: CURVES }];
  });
}

/** The words of a document, query terms in capitals; the rest of a long document is counted. */
function formatDocument({ id, words }: TestDocument, { query }: AxiomInstance): string {
  const queryWords = new Set(query);
  const text = words
    .slice(0, MAX_DOCUMENT_WORDS)
    .map((word) => (queryWords.has(word) ? word.toUpperCase() : word))
    .join(" ");
  const counts = query
    .filter((word, i) => query.indexOf(word) === i)
    .map((word) => `${words.filter((each) => each === word).length} ${word}`)
    .join(", ");
  const rest = words.length > MAX_DOCUMENT_WORDS ? " …" : "";
  const name = id === undefined ? "" : `${id}: `;
  return `${name}${text}${rest} [${words.length} words; ${counts}]`;
}

function formatNumber(value: number): string {
  return value.toPrecision(7);
}

/** `.58`; three digits if two would round to 0 or 1. */
function formatShare(share: number): string {
  const isNearEnd = (share < 1 && share >= 0.995) || (share > 0 && share < 0.005);
  return share.toFixed(isNearEnd ? 3 : 2).replace(/^0/, "");
}
