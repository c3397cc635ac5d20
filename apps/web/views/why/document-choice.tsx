/** Chooses the document to explain: a hit, or any other by its id. */

import type { VNode } from "preact";
import type { SearchResponse } from "../../../../src/client/index.ts";
import { readTitle } from "../../parts/document-text.tsx";

interface ChoicesProps {
  readonly hits: SearchResponse;
  readonly onChoose: (id: string) => void;
}

/** The hits to choose from. */
export function Choices({ hits, onChoose }: ChoicesProps): VNode {
  return (
    <section class="card" aria-labelledby="choices">
      <h2 id="choices">Which document?</h2>
      <ol class="choices">
        {hits.hits.map(({ id, document }, rank) => (
          <li key={id}>
            <span class="number soft">{rank + 1}</span>
            <button type="button" class="button quiet" onClick={() => onChoose(id)}>
              {readTitle(id, document)}
            </button>
          </li>
        ))}
      </ol>
      <p class="soft small">Enter the id of any other document above.</p>
    </section>
  );
}

interface DocumentFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly hits: SearchResponse | undefined;
  readonly onChange: (id: string) => void;
}

/** A field for an id, also of a document that is not a hit; hits are suggested. */
export function DocumentField({ label, name, value, hits, onChange }: DocumentFieldProps): VNode {
  return (
    <div class="field grow">
      <label for={name}>{label}</label>
      <input
        id={name}
        class="input"
        list={`${name}-hits`}
        value={value}
        placeholder="Document id"
        autocomplete="off"
        spellcheck={false}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <datalist id={`${name}-hits`}>
        {(hits?.hits ?? []).map((hit, rank) => (
          <option key={hit.id} value={hit.id}>
            {rank + 1}. {readTitle(hit.id, hit.document)}
          </option>
        ))}
      </datalist>
    </div>
  );
}
