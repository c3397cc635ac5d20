/**
 * Why one document is above another: the contribution of each part to the first, to the second, and
 * the difference.
 */

import type { VNode } from "preact";
import type { ScoreDifference } from "../../../../src/client/index.ts";
import { computeRange, SignedBar } from "../../charts/signed-bar.tsx";
import { formatDecimal, formatSigned } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

interface DifferenceProps {
  readonly parts: readonly ScoreDifference[];
  readonly first: string;
  readonly second: string;
  /** The words of the query by their index terms. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

/** A table whose last row is the difference of the two scores. */
export function Differences({ parts, first, second, words = {} }: DifferenceProps): VNode {
  const range = computeRange(parts.map(({ difference }) => difference));
  const total = (part: "first" | "second" | "difference"): number =>
    parts.reduce((sum, each) => sum + each[part], 0);
  return (
    <Scrolling label="Difference of the two scores">
      <table class="differences">
        <caption class="only-heard">Difference of the two scores, word by word</caption>
        <thead>
          <tr>
            <th scope="col">Word</th>
            <th scope="col" class="number">
              {first}
            </th>
            <th scope="col" class="number">
              {second}
            </th>
            <th scope="col" class="bar-column">
              <span class="only-heard">Bar</span>
            </th>
            <th scope="col" class="number">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ label, first: a, second: b, difference }) => (
            <tr key={label}>
              <th scope="row" class="term">
                {words[label] ?? label}
              </th>
              <td class="number">{formatDecimal(a)}</td>
              <td class="number">{formatDecimal(b)}</td>
              <td class="bar-column">
                <SignedBar value={difference} range={range} />
              </td>
              <td class={`number ${difference < 0 ? "minus" : "plus"}`}>
                {formatSigned(difference)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td class="number total">{formatDecimal(total("first"))}</td>
            <td class="number total">{formatDecimal(total("second"))}</td>
            <td class="bar-column" />
            <td class="number total">{formatSigned(total("difference"))}</td>
          </tr>
        </tfoot>
      </table>
    </Scrolling>
  );
}
