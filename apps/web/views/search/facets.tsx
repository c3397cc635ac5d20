/** Facets: values of fields with document counts; a click filters by a value. */

import type { VNode } from "preact";
import { formatInteger } from "../../parts/format-numbers.ts";

/** Counts of values by field, as in a search response. */
export type FacetCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Maximum number of values per field. */
const MAX_VALUES = 12;

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
    </aside>
  );
}
