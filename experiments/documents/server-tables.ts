/** The tables of docs/server.md about speed, from what `npm run bench -- server` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Closed loops of one server; the processor time is that of the server per search, in ms. */
interface ClosedLoop extends Percentiles {
  readonly perSecond: number;
  readonly processorMs: number;
}

interface OpenLoop {
  readonly asked: number;
  readonly accepted: Percentiles & { readonly count: number };
  readonly refused: Percentiles & { readonly count: number };
  /** Delays of the client's own; absent in older results. */
  readonly late?: Percentiles;
}

/** What `npm run bench -- server` writes, by the names of its measurements. */
type ServerResult = Readonly<Record<string, unknown>>;

const CLIENTS = [1, 8, 64];

/** Searches per second beside Lucene, by the number of clients. */
export function renderServerTable(files: BenchmarkFiles): string {
  const result = findNewest(files);
  if (result === undefined) return "No result is stored.";
  const rows = CLIENTS.map((clients) => {
    const ours = result[`${clients} clients`] as ClosedLoop;
    const lucene = result[`${clients} clients, Lucene`] as ClosedLoop | undefined;
    const ratio = lucene === undefined ? "" : (ours.perSecond / lucene.perSecond).toFixed(2);
    return [String(clients), ...formatLoop(ours), ...formatLoop(lucene), ratio];
  });
  const columns = ["searches per second", "median, ms", "99 % below", "processor ms"];
  const [first, ...others] = columns;
  const header = ["clients", ...columns, `Lucene: ${first}`, ...others, "ours / Lucene"];
  return renderTable({ header, rows, words: [] }, "markdown");
}

/** The cost of HTTP, the memory of the server and its behaviour under overload. */
export function renderServerLimitsTable(files: BenchmarkFiles): string {
  const result = findNewest(files);
  if (result === undefined) return "No result is stored.";
  const names = [
    "HTTP adds at the median, ms",
    "memory after starting, MB",
    "memory after the closed loops, MB",
    "peak memory, MB",
  ];
  const figures = names.flatMap((name) =>
    typeof result[name] === "number" ? [[name, String(result[name])]] : [],
  );
  const overloads = Object.entries(result).filter(([name]) => name.startsWith("open loop at 3x"));
  const loops = overloads.map(([name, value]) => {
    const { asked, accepted, refused, late } = value as OpenLoop;
    const share = Math.round((100 * refused.count) / asked);
    const delay = late === undefined ? "" : `; the client late by ${late.p99.toFixed(1)} ms`;
    return [
      name.replace("open loop at 3x", "three times the capacity"),
      `${share} % refused, 99 % of these within ${refused.p99.toFixed(1)} ms; accepted ${accepted.p50.toFixed(0)} ms at the median, 99 % within ${accepted.p99.toFixed(0)}${delay}`,
    ];
  });
  const header = ["measurement", "result"];
  return renderTable({ header, rows: [...figures, ...loops], words: [0, 1] }, "markdown");
}

function formatLoop(loop: ClosedLoop | undefined): string[] {
  if (loop === undefined) return ["", "", "", ""];
  const { perSecond, p50, p99, processorMs } = loop;
  return [
    Math.round(perSecond).toLocaleString("en"),
    ...[p50.toFixed(1), p99.toFixed(1), processorMs.toFixed(2)],
  ];
}

function findNewest(files: BenchmarkFiles): ServerResult | undefined {
  return findNewestResult<ServerResult>(files, "server", (result) =>
    CLIENTS.every((clients) => `${clients} clients` in result),
  );
}
