/** Hits, best first. Arrow keys move from hit to hit, Enter opens the explanation. */

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { SearchResponse } from "../../../../src/client/index.ts";
import { createHref } from "../../frame/route.ts";
import { Fields, MarkedTitle, Passage, readTitle } from "../../parts/document-text.tsx";
import { formatDecimal } from "../../parts/format-numbers.ts";

interface HitListProps {
  readonly index: string;
  readonly query: string;
  /** The system in its address form. */
  readonly system: string;
  readonly hits: SearchResponse["hits"];
  /** The text fields of the index. */
  readonly searchedFields: readonly string[];
  /** Called when a hit is opened, with its position from 1. */
  readonly onOpen: (id: string, position: number) => void;
}

/** An ordered list of hits. */
export function HitList({
  index,
  query,
  system,
  hits,
  searchedFields,
  onOpen,
}: HitListProps): VNode {
  const list = useRef<HTMLOListElement>(null);
  const best = Math.max(...hits.map(({ score }) => Math.abs(score)), Number.MIN_VALUE);
  const step = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a.hit-title") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
    event.preventDefault();
    if (next !== undefined) next.focus();
    else if (at === 0) document.getElementById("query")?.focus();
  };
  return (
    <ol class="hits" ref={list} onKeyDown={step} aria-label="Results">
      {hits.map((hit, rank) => (
        <li class="hit" key={hit.id}>
          <span class="hit-rank number" aria-hidden="true">
            {rank + 1}
          </span>
          <div class="hit-body">
            <a
              class="hit-title"
              href={createHref(index, "why", { q: query, id: hit.id, system })}
              onClick={() => onOpen(hit.id, rank + 1)}
            >
              <MarkedTitle
                title={readTitle(hit.id, hit.document)}
                ranges={hit.highlights?.title?.ranges ?? []}
              />
            </a>
            {hit.snippet !== undefined && <Passage snippet={hit.snippet} />}
            <Fields document={hit.document} searchedFields={searchedFields} />
          </div>
          <div class="hit-score">
            <span class="number">{formatDecimal(hit.score, 3)}</span>
            <svg
              class="score-line"
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect class="fill-line" width="100" height="4" rx="2" />
              <rect
                class="fill-accent"
                width={(100 * Math.abs(hit.score)) / best}
                height="4"
                rx="2"
              />
            </svg>
            <span class="small soft hit-id">{hit.id}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
