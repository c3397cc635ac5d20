/** The options of a search: prefix search, typo tolerance, fields, order. */

import type { VNode } from "preact";
import type { IndexField } from "./index-fields.ts";

/** The selected options. */
export interface SearchChoices {
  /** Matches the last word as a prefix. */
  readonly prefix: boolean;
  /** Tolerates typos. */
  readonly fuzzy: boolean;
  /** Text fields to search; empty for all. */
  readonly fields: readonly string[];
  /** A field to sort by, with a leading `-` for descending order; empty for the best score. */
  readonly sort: string;
}

/** The choices at first: those of the settings of the index, else prefix search. */
export function readChoices(
  settings: Readonly<Record<string, unknown>> | undefined,
): SearchChoices {
  const { prefix = true, fuzzy = false } = (settings?.search ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return { prefix: prefix === true, fuzzy: fuzzy !== false, fields: [], sort: "" };
}

interface SearchOptionsProps {
  readonly fields: readonly IndexField[];
  readonly choices: SearchChoices;
  readonly onChange: (choices: SearchChoices) => void;
}

/** A row of check boxes. */
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
          Sort by
          <select
            class="select"
            value={choices.sort}
            onChange={(event) => onChange({ ...choices, sort: event.currentTarget.value })}
          >
            <option value="">relevance</option>
            {sorted.flatMap(({ name }) => [
              <option key={name} value={name}>
                {name}, ascending
              </option>,
              <option key={`-${name}`} value={`-${name}`}>
                {name}, descending
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
