/** What a search is asked beside its words: half-typed and mistyped words, fields, order. */

import type { VNode } from "preact";
import type { IndexField } from "./index-fields.ts";

/** Choices of a person. */
export interface SearchChoices {
  /** Whether the last word may be half-typed. */
  readonly prefix: boolean;
  /** Whether words may be mistyped. */
  readonly fuzzy: boolean;
  /** Text fields to search; all without one. */
  readonly fields: readonly string[];
  /** A field to order by, with `-` before it for the largest first; empty for the best score. */
  readonly sort: string;
}

export const DEFAULT_CHOICES: SearchChoices = { prefix: true, fuzzy: false, fields: [], sort: "" };

interface SearchOptionsProps {
  readonly fields: readonly IndexField[];
  readonly choices: SearchChoices;
  readonly onChange: (choices: SearchChoices) => void;
}

/** A row of boxes to tick. */
export function SearchOptions({ fields, choices, onChange }: SearchOptionsProps): VNode {
  const searched = fields.filter(({ isSearched }) => isSearched);
  const sorted = fields.filter(({ isSorted }) => isSorted);
  const tick = (name: "prefix" | "fuzzy", title: string): VNode => (
    <label class="check">
      <input
        type="checkbox"
        checked={choices[name]}
        onChange={(event) => onChange({ ...choices, [name]: event.currentTarget.checked })}
      />
      {title}
    </label>
  );
  return (
    <div class="row middle small">
      {tick("prefix", "Prefix search")}
      {tick("fuzzy", "Typo tolerance")}
      {searched.length > 1 && (
        <fieldset class="plain-set">
          <legend class="only-heard">Fields to search</legend>
          {searched.map(({ name }) => (
            <button
              type="button"
              class="pill"
              key={name}
              aria-pressed={choices.fields.includes(name)}
              onClick={() => onChange({ ...choices, fields: toggleName(choices.fields, name) })}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {sorted.length > 0 && (
        <label class="check">
          Order by
          <select
            class="select"
            value={choices.sort}
            onChange={(event) => onChange({ ...choices, sort: event.currentTarget.value })}
          >
            <option value="">best first</option>
            {sorted.flatMap(({ name }) => [
              <option key={name} value={name}>
                {name}, rising
              </option>,
              <option key={`-${name}`} value={`-${name}`}>
                {name}, falling
              </option>,
            ])}
          </select>
        </label>
      )}
    </div>
  );
}

function toggleName(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}
