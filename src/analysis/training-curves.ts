/**
 * The course of a training as a page: the loss and the validated measure by steps, and the
 * settings.
 */

import type { ModelDescription } from "../scoring/index.ts";
import { renderLineChart } from "./line-chart.ts";
import { escapeHtml } from "./svg-picture.ts";

/** A self-contained HTML page; undefined for a model without a training record. */
export function renderTrainingCurves({
  model,
  training,
  depth,
}: ModelDescription): string | undefined {
  if (training === undefined || training.periods.length === 0) return undefined;
  const { periods, kept, measure, settings, ending } = training;
  const byStep = (value: (period: (typeof periods)[number]) => number | undefined) =>
    periods.flatMap((period): [number, number][] => {
      const y = value(period);
      return y === undefined ? [] : [[period.steps, y]];
    });
  const charts = [
    renderLineChart([{ name: "loss", points: byStep(({ loss }) => loss) }], {
      title: `${model}: ${settings.loss} loss on the training examples`,
      x: "steps",
      y: "loss",
    }),
  ];
  const measured = byStep(({ value }) => value);
  if (measure !== undefined && measured.length > 0) {
    const best = measured.filter(([steps]) => steps === periods[kept]?.steps);
    charts.push(
      renderLineChart(
        [
          { name: `${measure} at the best depth`, points: measured },
          { name: `kept (depth ${depth})`, points: best },
        ],
        { title: `${model}: ${measure} on the validation queries`, x: "steps", y: measure },
      ),
    );
  }
  const rows = Object.entries({ ...settings, ending }).map(
    ([name, value]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(String(value))}</td></tr>`,
  );
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>Training of ${escapeHtml(model)}</title>`,
    "<style>body{font:15px sans-serif;margin:2em auto;max-width:660px}th{text-align:left;padding-right:2em;font-weight:normal}</style>",
    `<h1>Training of ${escapeHtml(model)}</h1>`,
    ...charts,
    `<table>${rows.join("")}</table>`,
    "</html>\n",
  ].join("\n");
}
