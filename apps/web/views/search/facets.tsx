/** Facets: values of fields with document counts; a click filters by a value. */

import type { VNode } from "preact";
import type { FacetCounts } from "../../../../src/api/search-result.ts";
import { formatInteger } from "../../parts/format-numbers.ts";

/** Values of a field that are shown. */
const MAX_VALUES = 12;

/** Below this width the facets are closed at first, so that the first hit is in sight. */
const WIDE = "(min-width: 701px)";

interface FacetsProps {
  readonly counts: FacetCounts;
  /** The selected value of each field. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChoose: (field: string, value: string | undefined) => void;
}

/** A group of buttons for each field. */
export function Facets({ counts, chosen, onChoose }: FacetsProps): VNode {
  return (
    <aside class="facets" aria-label="Facets">
      <details open={matchMedia(WIDE).matches}>
        <summary>Filter by {Object.keys(counts).join(", ")}</summary>
        {Object.entries(counts).map(([field, values]) => (
          <section key={field}>
            <h2>{field}</h2>
            <ul>
              {Object.entries(values)
                .slice(0, MAX_VALUES)
                .map(([value, count]) => {
                  const isChosen = chosen[field] === value;
                  return (
                    <li key={value}>
                      <button
                        type="button"
                        class="facet"
                        aria-pressed={isChosen}
                        onClick={() => onChoose(field, isChosen ? undefined : value)}
                      >
                        <span>{value}</span>
                        <span class="number">{formatInteger(count)}</span>
                      </button>
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
      </details>
    </aside>
  );
}
