/** Rankings side by side, with lines between them that show who moved. */

import type { VNode } from "preact";
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { CompareAnswer } from "../../../../src/client/shapes.ts";
import { MovementLines } from "../../charts/movement-lines.tsx";
import { hrefOf } from "../../frame/route.ts";
import { Passage, titleOf } from "../../parts/document-text.tsx";
import { counted, decimal, duration } from "../../parts/numbers.ts";
import { systemText } from "../../server/systems.ts";

/** The height of a row in px, as in the style sheet: the lines need to know it. */
const ROW = 78;

interface RankingColumnsProps {
  readonly index: string;
  readonly answer: CompareAnswer;
}

/** A column per system. On a narrow screen they stand below each other, and badges alone tell moves. */
export function RankingColumns({ index, answer }: RankingColumnsProps): VNode {
  const { systems, moves, documents, grades = {}, query } = answer;
  const [active, setActive] = useState<string>();
  const rows = Math.max(...systems.map(({ hits }) => hits.length), 0);
  const ranksOf = new Map(moves.map(({ id, ranks }) => [id, ranks]));
  return (
    <div class={`columns columns-${systems.length}`}>
      {systems.map(({ name, system, took, total, hits }, column) => (
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
                {counted(total, "match", "matches")} in {duration(took)}
              </p>
            </header>
            <ol>
              {hits.map(({ id, rank, score }) => {
                const shown = documents[id];
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
                        href={hrefOf(index, "why", { q: query, id, system: systemText(system) })}
                        onFocus={() => setActive(id)}
                        onBlur={() => setActive(undefined)}
                      >
                        {titleOf(id, shown?.document)}
                      </a>
                      {grades[id] !== undefined && <Grade grade={grades[id]} />}
                      {column > 0 && (
                        <Move from={ranksOf.get(id)?.[column - 1] ?? null} to={rank} />
                      )}
                      <span class="number small soft">{decimal(score, 2)}</span>
                    </div>
                    {shown?.snippet !== undefined && <Passage snippet={shown.snippet} />}
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
