/** The sum behind a score: a row per part with a bar and its numbers. */

import type { VNode } from "preact";
import type { Explanation } from "../../../../src/ranking/explanation.ts";
import { type BarRange, computeRange, SignedBar } from "../../charts/signed-bar.tsx";
import { formatDecimal } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

interface ScoreSumProps {
  readonly explanation: Explanation;
  readonly title: string;
  /** The words of the query by their index terms. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

/** A table whose last row is the score. */
export function ScoreSum({ explanation, title, words = {} }: ScoreSumProps): VNode {
  const { parts, value } = explanation;
  const range = computeRange(
    [...parts, ...parts.flatMap((part) => part.parts)].map((part) => part.value),
  );
  return (
    <Scrolling label={title}>
      <table class="score-sum">
        <caption class="only-heard">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Word</th>
            <th scope="col" class="bar-column">
              <span class="only-heard">Bar</span>
            </th>
            <th scope="col" class="number">
              Adds
            </th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {parts.flatMap((part) =>
            createRows({ ...part, label: words[part.label] ?? part.label }, range, 0),
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Score
            </th>
            <td class="number total">{formatDecimal(value)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </Scrolling>
  );
}

/** A part, followed by its own parts, such as the fields of a word. */
function createRows(part: Explanation, range: BarRange, depth: number): VNode[] {
  const { label, value, parts } = part;
  return [
    <tr key={`${depth} ${label}`} class={depth === 0 ? "" : "inner-part"}>
      <th scope="row" class="term">
        {label}
      </th>
      <td class="bar-column">
        <SignedBar value={value} range={range} />
      </td>
      <td class="number">{formatDecimal(value)}</td>
      <td>
        <Reasons part={part} />
      </td>
    </tr>,
    ...parts.flatMap((inner) => createRows(inner, range, depth + 1)),
  ];
}

/** Facts in plain words; others are shown by name. */
const FACT_FORMATS: Readonly<Record<string, (value: string) => string>> = {
  frequency: (value) => `${value}× in the document`,
  length: (value) => `document of ${value} words`,
  documentFrequency: (value) => `in ${value} documents`,
  collectionFrequency: (value) => `${value}× in the collection`,
  queryWeight: (value) => `${value}× in the query`,
};

function Reasons({ part: { facts, formula } }: { readonly part: Explanation }): VNode {
  const { weight, match, ...counts } = facts;
  const factTexts = Object.entries(counts).map(
    ([name, value]) => FACT_FORMATS[name]?.(formatShort(value)) ?? `${name} ${formatShort(value)}`,
  );
  return (
    <div class="reasons">
      {weight !== undefined && match !== undefined && (
        <div>
          weight <b class="number">{formatShort(weight)}</b> × match{" "}
          <b class="number">{formatShort(match)}</b>
        </div>
      )}
      <div class="small soft">{factTexts.join(" · ")}</div>
      {formula !== undefined && (
        <code class="small soft">
          {match === undefined ? "" : "match "}= {formula}
        </code>
      )}
    </div>
  );
}

function formatShort(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en-GB") : formatDecimal(value);
}
