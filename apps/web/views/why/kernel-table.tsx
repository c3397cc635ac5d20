/** The features of a model's Gaussian kernels, and their contributions to the score. */

import type { VNode } from "preact";
import type { KernelFeature } from "../../../../src/reranking/insight-data.ts";
import { computeRange, SignedBar } from "../../charts/signed-bar.tsx";
import { formatDecimal } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

/**
 * With n-grams there are 99 kernels: the largest contributions are listed, the others summed in one
 * row.
 */
const MAX_KERNELS = 16;

interface KernelTableProps {
  readonly kernels: readonly KernelFeature[];
  readonly score: number;
}

/** A row per kernel: count, weight, product. */
export function KernelTable({ kernels, score }: KernelTableProps): VNode {
  const all = kernels.map((kernel) => ({ ...kernel, part: kernel.feature * kernel.weight }));
  const isTruncated = all.length > MAX_KERNELS;
  const strongest = [...all].sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const visibleKernels = isTruncated ? strongest.slice(0, MAX_KERNELS) : all;
  const others = strongest.slice(MAX_KERNELS).reduce((sum, { part }) => sum + part, 0);
  const range = computeRange(visibleKernels.map(({ part }) => part));
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
            {visibleKernels.map(({ name, feature, weight, part }) => (
              <tr key={name}>
                <th scope="row" class="term">
                  {name}
                </th>
                <td class="number">{formatDecimal(feature)}</td>
                <td class="number">{formatDecimal(weight)}</td>
                <td class="bar-column">
                  <SignedBar value={part} range={range} />
                </td>
                <td class="number">{formatDecimal(part)}</td>
              </tr>
            ))}
            {isTruncated && (
              <tr>
                <th scope="row" colSpan={4}>
                  {all.length - MAX_KERNELS} other kernels
                </th>
                <td class="number">{formatDecimal(others)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                Score
              </th>
              <td class="number total">{formatDecimal(score)}</td>
            </tr>
          </tfoot>
        </table>
      </Scrolling>
      <p class="small soft">A soft count is the sum of logarithms over the query words, scaled.</p>
    </div>
  );
}
