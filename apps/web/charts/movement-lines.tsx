/** Lines from the ranks of one list to those of the next: who went up, who down, who came and went. */

import type { VNode } from "preact";

/** The ranks of a document in two lists, from 1; null where it is not in one. */
export interface Movement {
  readonly id: string;
  readonly from: number | null;
  readonly to: number | null;
}

interface MovementLinesProps {
  readonly movements: readonly Movement[];
  /** Rows of the longer list, and the height of one. */
  readonly rows: number;
  readonly rowHeight: number;
  /** The document that a person looks at. */
  readonly active: string | undefined;
}

const WIDTH = 64;

/** A picture of as many rows as the lists beside it. What it shows is also told by the lists. */
export function MovementLines({ movements, rows, rowHeight, active }: MovementLinesProps): VNode {
  const height = rows * rowHeight;
  const y = (rank: number): number => (rank - 0.5) * rowHeight;
  return (
    <svg
      class="movements"
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      aria-hidden="true"
    >
      {movements.map(({ id, from, to }) => {
        const kind =
          from === null || to === null ? "gone" : from > to ? "up" : from < to ? "down" : "same";
        const [left, right] = [from === null ? height : y(from), to === null ? height : y(to)];
        const path = `M0 ${left} C ${WIDTH / 2} ${left}, ${WIDTH / 2} ${right}, ${WIDTH} ${right}`;
        return (
          <path key={id} class={`movement ${kind} ${id === active ? "active" : ""}`} d={path} />
        );
      })}
    </svg>
  );
}
