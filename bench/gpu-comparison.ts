/** X0-tab1 on two devices: the mean of each model by the measure of its table, side by side. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A run of the experiment on a device; without seconds it was not complete. */
export interface DeviceRun {
  readonly device: "gpu" | "cpu";
  /** The folder of its report. */
  readonly folder: string;
  readonly seconds: number | undefined;
}

interface Row {
  readonly name: string;
  readonly test: Readonly<Record<string, readonly number[]>>;
}

export interface DeviceComparison {
  readonly seconds: Readonly<Record<string, number | undefined>>;
  /** Mean over the test queries by model, measure and device. */
  readonly values: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>
  >;
  readonly text: string;
}

export function compareDevices(runs: readonly DeviceRun[]): DeviceComparison {
  const values: Record<string, Record<string, Record<string, number>>> = {};
  for (const { device, folder } of runs) {
    const path = join(folder, "report.json");
    if (!existsSync(path)) continue;
    const { results } = JSON.parse(readFileSync(path, "utf8")) as { results: readonly Row[] };
    for (const { name, test } of results) {
      for (const [measure, list] of Object.entries(test)) {
        const mean = list.reduce((a, b) => a + b, 0) / list.length;
        const byMeasure = values[name] ?? {};
        byMeasure[measure] = { ...byMeasure[measure], [device]: mean };
        values[name] = byMeasure;
      }
    }
  }
  const lines = Object.entries(values).flatMap(([name, byMeasure]) =>
    Object.entries(byMeasure).map(([measure, { cpu, gpu }]) => {
      const difference = cpu === undefined || gpu === undefined ? undefined : gpu - cpu;
      return `${name.padEnd(16)} ${measure.padEnd(8)} ${[cpu, gpu, difference].map(format).join("  ")}`;
    }),
  );
  const times = runs.map(({ device, seconds }) => `${device}: ${seconds?.toFixed(1) ?? "–"} s`);
  return {
    seconds: Object.fromEntries(runs.map(({ device, seconds }) => [device, seconds])),
    values,
    text: [`model, measure, CPU, GPU, GPU − CPU (${times.join(", ")})`, ...lines].join("\n"),
  };
}

function format(value: number | undefined): string {
  return (value === undefined ? "–" : value.toFixed(4)).padStart(8);
}
