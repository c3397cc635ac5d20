/** Rankings side by side, with lines between them that show which documents moved. */

import type { VNode } from "preact";
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { CompareResponse } from "../../../../src/client/index.ts";
import { MovementLines } from "../../charts/movement-lines.tsx";
import { createHref } from "../../frame/route.ts";
import { Passage, readTitle } from "../../parts/document-text.tsx";
import { formatCount, formatDecimal, formatDuration } from "../../parts/format-numbers.ts";
import { formatSystem } from "../../server/systems.ts";

/** The height of a row in px, as in the style sheet; the lines depend on it. */
const ROW = 78;

interface RankingColumnsProps {
  readonly index: string;
  readonly response: CompareResponse;
}

/** A column per system. On a narrow screen they are stacked, and only badges show moves. */
export function RankingColumns({ index, response }: RankingColumnsProps): VNode {
  const { systems, moves, documents, grades = {}, query } = response;
  const [active, setActive] = useState<string>();
  const rows = Math.max(...systems.map(({ hits }) => hits.length), 0);
  const ranksById = new Map(moves.map(({ id, ranks }) => [id, ranks]));
  return (
    <div class={`columns columns-${systems.length}`}>
      {systems.map(({ name, system, took, total, isPartial, hits, deleted = [] }, column) => (
        <Fragment key={column}>
          {column > 0 && (
            <div class="between">
              <MovementLines
                rows={rows}
                rowHeight={ROW}
                active={active}
                movements={moves.map(({ id, ranks }) => ({
                  id,
                  from: ranks[column - 1] ?? null,
                  to: ranks[column] ?? null,
                }))}
              />
            </div>
          )}
          <section class="column" aria-label={`Ranking by ${name}`}>
            <header>
              <h2>{name}</h2>
              <p class="small soft">
                {formatCount(total, "match", "matches")}
                {took > 0 && ` in ${formatDuration(took)}`}
                {isPartial && ", stopped by the time limit"}
              </p>
            </header>
            <ol>
              {hits.map(({ id, rank, score }) => {
                const comparedDocument = documents[id];
                return (
                  <li
                    key={id}
                    class={id === active ? "ranked active" : "ranked"}
                    onMouseEnter={() => setActive(id)}
                    onMouseLeave={() => setActive(undefined)}
                  >
                    <div class="ranked-head">
                      <span class="number soft">{rank}</span>
                      <a
                        href={createHref(index, "why", {
                          q: query,
                          id,
                          system: formatSystem(system),
                        })}
                        onFocus={() => setActive(id)}
                        onBlur={() => setActive(undefined)}
                      >
                        {readTitle(id, comparedDocument?.document)}
                      </a>
                      {deleted.includes(id) && <span class="pill bad">deleted</span>}
                      {grades[id] !== undefined && <Grade grade={grades[id]} />}
                      {column > 0 && (
                        <Move from={ranksById.get(id)?.[column - 1] ?? null} to={rank} />
                      )}
                      <span class="number small soft">{formatDecimal(score, 2)}</span>
                    </div>
                    {comparedDocument?.snippet !== undefined && (
                      <Passage snippet={comparedDocument.snippet} />
                    )}
                  </li>
                );
              })}
            </ol>
          </section>
        </Fragment>
      ))}
    </div>
  );
}

function Grade({ grade }: { readonly grade: number }): VNode {
  return grade > 0 ? (
    <span class="pill good">relevant{grade > 1 && ` ${grade}`}</span>
  ) : (
    <span class="pill">not relevant</span>
  );
}

interface MoveProps {
  readonly from: number | null;
  readonly to: number;
}

function Move({ from, to }: MoveProps): VNode {
  if (from === null) return <span class="move accent">new</span>;
  if (from === to) return <span class="move soft">=</span>;
  const [up, steps] = [from > to, Math.abs(from - to)];
  return (
    <span class={`move ${up ? "plus" : "minus"}`}>
      <span aria-hidden="true">{up ? "▲" : "▼"}</span>
      <span class="only-heard">{up ? "up by" : "down by"} </span>
      {steps}
    </span>
  );
}
