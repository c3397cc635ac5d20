/** The results of axioms as tables, texts and a report. */

import { lineChart } from "../line-chart.ts";
import type { Report, ReportFigure, ReportTable } from "../report.ts";
import type { Table } from "../table.ts";
import type { AxiomInstance, TestDocument } from "./axiom.ts";
import type { AxiomResult } from "./axiom-result.ts";
import type { RankerResults } from "./axiom-suite.ts";
import type { ProbeResult } from "./probes/probe.ts";

/** Words of a document that a counter-example shows; reports as data have all. */
const SHOWN_WORDS = 40;

/** How a set of results is headed: a ranker that was tested with both kinds of fillers shows which. */
export function heading(tested: RankerResults, all: readonly RankerResults[]): string {
  const isTwice = all.filter(({ ranker }) => ranker === tested.ranker).length > 1;
  return isTwice ? `${tested.ranker} (${tested.fillers} fillers)` : tested.ranker;
}

/** Axioms by rankers: the verdict, the share that is satisfied, and the share of ties. */
export function verdictTable(all: readonly RankerResults[]): Table {
  const axioms = [...new Set(all.flatMap(({ results }) => results.map(({ axiom }) => axiom)))];
  return {
    header: ["axiom", ...all.map((tested) => heading(tested, all))],
    rows: axioms.map((axiom) => [
      axiom,
      ...all.map(({ results }) => verdictCell(results.find((each) => each.axiom === axiom))),
    ]),
    words: [0, ...all.map((_, i) => i + 1)],
  };
}

/** `conditional .58`, and with ties `holds, ties .98`. */
function verdictCell(result: AxiomResult | undefined): string {
  if (result === undefined) return "–";
  const { verdict, share, ties, instances } = result;
  if (instances === 0) return "no instances";
  const shown = verdict === "holds" ? verdict : `${verdict} ${shareText(share)}`;
  return ties === 0 ? shown : `${shown}, ties ${shareText(ties / instances)}`;
}

/** Every axiom of one ranker with its counts and interval. */
export function detailTable({ results }: RankerResults): Table {
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

/** What a paper says of a ranker beside what was measured; undefined where nothing is said. */
export function claimTable(all: readonly RankerResults[]): Table | undefined {
  const rows = all.flatMap((tested) =>
    tested.claims.map(({ axiom, claim, expects, measured, agreement }) => [
      heading(tested, all),
      axiom,
      `${expects}: ${claim}`,
      verdictCell(measured),
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

/** The worst counter-example of an axiom as text; nothing where there is none. */
export function counterExample({ axiom, worst, ties, instances }: AxiomResult): string[] {
  if (worst === undefined) return [];
  if (ties === instances) return [`${axiom}: all ${instances} instances have equal scores`];
  const { instance, scores, above, below } = worst;
  const isPair = instance.sides === undefined;
  return [
    `${axiom}: ${number(above)} should be above ${number(below)}`,
    `  query    ${instance.query.join(" ")}`,
    ...instance.documents.map((document, i) => {
      const role = isPair ? (i === 0 ? "above" : "below") : `${i + 1}`;
      return `  ${role.padEnd(8)} ${documentText(document, instance)} (${number(scores[i] ?? NaN)})`;
    }),
  ];
}

/** The whole as a report: tables, probes, and the curves of all rankers in one figure each. */
export function axiomReport(
  all: readonly RankerResults[],
  { title, texts }: { readonly title: string; readonly texts: readonly string[] },
): Report {
  const claims = claimTable(all);
  const tables: ReportTable[] = [
    { title: "Axioms by rankers", table: verdictTable(all) },
    ...(claims === undefined ? [] : [{ title: "Claims and measurements", table: claims }]),
    ...all.map((tested) => ({
      title: heading(tested, all),
      table: detailTable(tested),
      note: tested.results.flatMap(counterExample).join("\n"),
    })),
    ...probeTables(all),
  ];
  return { title, texts, tables, figures: figures(all), results: all, runs: [] };
}

/** One table per probe for all rankers: curves side by side, other rows one ranker after the other. */
export function probeTables(all: readonly RankerResults[]): ReportTable[] {
  const ids = [...new Set(all.flatMap(({ probes }) => probes.map(({ id }) => id)))];
  return ids.map((id) => {
    const done = all.flatMap((tested) => {
      const probe = tested.probes.find((each) => each.id === id);
      return probe === undefined ? [] : [{ name: heading(tested, all), probe }];
    });
    const [first] = done as [(typeof done)[number]];
    const table = first.probe.curve === undefined ? stacked(done) : sideBySide(done);
    const note = done.map(({ name, probe }) => `${name}: ${probe.finding}`).join("\n");
    return { title: first.probe.title, table, note };
  });
}

interface NamedProbe {
  readonly name: string;
  readonly probe: ProbeResult;
}

function stacked(done: readonly NamedProbe[]): Table {
  const [{ probe }] = done as [NamedProbe];
  return {
    header: ["ranker", ...probe.table.header],
    rows: done.flatMap(({ name, probe: { table } }) => table.rows.map((row) => [name, ...row])),
    words: [0, ...probe.table.words.map((column) => column + 1)],
  };
}

/** The first column is common, the second is each ranker's. */
function sideBySide(done: readonly NamedProbe[]): Table {
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

function figures(all: readonly RankerResults[]): ReportFigure[] {
  const ids = [...new Set(all.flatMap(({ probes }) => probes.map(({ id }) => id)))];
  return ids.flatMap((id) => {
    const drawn = all.flatMap((tested) => {
      const probe = tested.probes.find((each) => each.id === id);
      return probe?.curve === undefined ? [] : [{ tested, probe, curve: probe.curve }];
    });
    const [first] = drawn;
    if (first === undefined) return [];
    const { x, y } = first.curve;
    const series = drawn.map(({ tested, curve }) => ({
      name: heading(tested, all),
      points: curve.points,
    }));
    const { title } = first.probe;
    const svg = lineChart(series, { title, x, y });
    return [{ title, name: id, svg, caption: CURVES }];
  });
}

/** The words of a document, query terms in capitals, the end of a long one in numbers. */
function documentText({ id, words }: TestDocument, { query }: AxiomInstance): string {
  const asked = new Set(query);
  const shown = words
    .slice(0, SHOWN_WORDS)
    .map((word) => (asked.has(word) ? word.toUpperCase() : word))
    .join(" ");
  const counts = query
    .filter((word, i) => query.indexOf(word) === i)
    .map((word) => `${words.filter((each) => each === word).length} ${word}`)
    .join(", ");
  const rest = words.length > SHOWN_WORDS ? " …" : "";
  const name = id === undefined ? "" : `${id}: `;
  return `${name}${shown}${rest} [${words.length} words; ${counts}]`;
}

function number(value: number): string {
  return value.toPrecision(7);
}

/** `.58`; three digits where two would read as all or none. */
function shareText(share: number): string {
  const isNearEnd = (share < 1 && share >= 0.995) || (share > 0 && share < 0.005);
  return share.toFixed(isNearEnd ? 3 : 2).replace(/^0/, "");
}
