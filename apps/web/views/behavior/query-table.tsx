/** A list of queries with their counts; each leads to its search. */

import type { VNode } from "preact";
import type { QueryBehavior } from "../../../../src/client/index.ts";
import { createHref } from "../../frame/route.ts";

interface QueryTableProps {
  readonly index: string;
  readonly title: string;
  readonly queries: readonly QueryBehavior[];
  /** The count that is shown. */
  readonly column: "searches" | "withoutHits";
}

/** A card with the most frequent queries. */
export function QueryTable({ index, title, queries, column }: QueryTableProps): VNode {
  const most = Math.max(1, ...queries.map((each) => each[column]));
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {queries.length === 0 && <p class="soft">None.</p>}
      <ol class="behavior-queries">
        {queries.map((each) => (
          <li key={each.query}>
            <a href={createHref(index, "search", { q: each.query })}>{each.query}</a>
            <span class="number">{each[column]}</span>
            <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
              <rect class="fill-accent" width={(100 * each[column]) / most} height="3" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}
