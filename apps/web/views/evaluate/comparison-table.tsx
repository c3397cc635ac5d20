/** Systems against the first, measure by measure: means, differences, intervals, corrected p. */

import type { VNode } from "preact";
import type { Comparison } from "../../../../src/evaluation/compare.ts";
import {
  formatCount,
  formatDecimal,
  formatProbability,
  formatSigned,
} from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

/** A table per measure, with a sentence about significance. */
export function ComparisonTable({ comparison }: { readonly comparison: Comparison }): VNode {
  const { measures, queries, correction, confidence, alpha, baseline } = comparison;
  return (
    <div class="comparison">
      {measures.map(({ measure, rows }) => (
        <section key={measure} aria-label={measure}>
          <h3>{measure}</h3>
          <Scrolling label={`Systems by ${measure}`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">System</th>
                  <th scope="col" class="number">
                    Mean
                  </th>
                  <th scope="col" class="number">
                    Difference
                  </th>
                  <th scope="col" class="number">
                    {Math.round(100 * confidence)} % interval
                  </th>
                  <th scope="col" class="number">
                    p
                  </th>
                  <th scope="col">Verdict</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ run, overall, against }) => (
                  <tr key={run}>
                    <th scope="row" class="term">
                      {run}
                    </th>
                    <td class="number">{formatDecimal(overall)}</td>
                    <td class="number">
                      {against === undefined ? "–" : formatSigned(against.difference)}
                    </td>
                    <td class="number">
                      {against === undefined
                        ? "–"
                        : `${formatSigned(against.interval[0], 3)} … ${formatSigned(against.interval[1], 3)}`}
                    </td>
                    <td class="number">
                      {against === undefined ? "–" : formatProbability(against.correctedP)}
                    </td>
                    <td>
                      <Verdict mark={against?.mark} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolling>
        </section>
      ))}
      <p class="small soft">
        {formatCount(queries, "judged query", "judged queries")}; differences from {baseline}; p
        corrected by {correction === "none" ? "nothing" : correction}, significant below {alpha}.
        Weights and models that learned from these queries are overestimated on them.
      </p>
    </div>
  );
}

function Verdict({ mark }: { readonly mark: "+" | "-" | "" | undefined }): VNode {
  if (mark === undefined) return <span class="pill">baseline</span>;
  if (mark === "+") return <span class="pill good">better</span>;
  if (mark === "-") return <span class="pill bad">worse</span>;
  return <span class="pill">no significant difference</span>;
}
