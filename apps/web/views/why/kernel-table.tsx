/** What the Gaussian kernels of a model count, and what each adds to the score. */

import type { VNode } from "preact";
import type { KernelFeature } from "../../../../src/reranking/told-insight.ts";
import { rangeOf, SignedBar } from "../../charts/signed-bar.tsx";
import { decimal } from "../../parts/numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

/** With n-grams there are 99 kernels: those that add most are shown, the others as one row. */
const MOST = 16;

interface KernelTableProps {
  readonly kernels: readonly KernelFeature[];
  readonly score: number;
}

/** A row per kernel: count, weight, product. */
export function KernelTable({ kernels, score }: KernelTableProps): VNode {
  const all = kernels.map((kernel) => ({ ...kernel, part: kernel.feature * kernel.weight }));
  const isCut = all.length > MOST;
  const strongest = [...all].sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const shown = isCut ? strongest.slice(0, MOST) : all;
  const others = strongest.slice(MOST).reduce((sum, { part }) => sum + part, 0);
  const range = rangeOf(shown.map(({ part }) => part));
  return (
    <div>
      <h3>What the kernels count</h3>
      <Scrolling label="Kernels">
        <table>
          <thead>
            <tr>
              <th scope="col">Matches near</th>
              <th scope="col" class="number">
                Soft count
              </th>
              <th scope="col" class="number">
                Weight
              </th>
              <th scope="col" class="bar-column">
                <span class="only-heard">Bar</span>
              </th>
              <th scope="col" class="number">
                Adds
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, feature, weight, part }) => (
              <tr key={name}>
                <th scope="row" class="term">
                  {name}
                </th>
                <td class="number">{decimal(feature)}</td>
                <td class="number">{decimal(weight)}</td>
                <td class="bar-column">
                  <SignedBar value={part} range={range} />
                </td>
                <td class="number">{decimal(part)}</td>
              </tr>
            ))}
            {isCut && (
              <tr>
                <th scope="row" colSpan={4}>
                  {all.length - MOST} other kernels
                </th>
                <td class="number">{decimal(others)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                Score
              </th>
              <td class="number total">{decimal(score)}</td>
            </tr>
          </tfoot>
        </table>
      </Scrolling>
      <p class="small soft">A soft count is the sum of logarithms over the query words, scaled.</p>
    </div>
  );
}
