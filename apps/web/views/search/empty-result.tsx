/** An empty result, with the changes that may find something. */

import type { VNode } from "preact";

/** Words of the query that are offered on their own. */
const MAX_WORDS = 6;

interface EmptyResultProps {
  readonly index: string;
  readonly query: string;
  /** Whether facet values filter the hits. */
  readonly hasFilter: boolean;
  /** Whether typos are tolerated already. */
  readonly isFuzzy: boolean;
  readonly onClearFilter: () => void;
  readonly onTolerateTypos: () => void;
  readonly onSearch: (query: string) => void;
}

/** A sentence, and a button for each change. */
export function EmptyResult(props: EmptyResultProps): VNode {
  const { index, query, hasFilter, isFuzzy } = props;
  const words = [...new Set(query.trim().split(/\s+/))];
  return (
    <div class="empty empty-result">
      <p>No document in {index} matches this query.</p>
      <div class="pills">
        {hasFilter && (
          <button type="button" class="pill" onClick={props.onClearFilter}>
            Remove the filters
          </button>
        )}
        {!isFuzzy && (
          <button type="button" class="pill" onClick={props.onTolerateTypos}>
            Tolerate typos
          </button>
        )}
        {words.length > 1 &&
          words.slice(0, MAX_WORDS).map((word) => (
            <button type="button" class="pill" key={word} onClick={() => props.onSearch(word)}>
              Search for {word}
            </button>
          ))}
      </div>
    </div>
  );
}
