/**
 * Lines from the ranks of one list to those of the next: documents that moved up, moved down,
 * appeared or disappeared.
 */

import type { VNode } from "preact";

/** The ranks of a document in two lists, from 1; null if it is absent. */
export interface Movement {
  readonly id: string;
  readonly from: number | null;
  readonly to: number | null;
}

interface MovementLinesProps {
  readonly movements: readonly Movement[];
  /** The number of rows of the longer list, and the height of one. */
  readonly rows: number;
  readonly rowHeight: number;
  /** The highlighted document. */
  readonly active: string | undefined;
}

const WIDTH = 64;

/** A chart with as many rows as the lists beside it. The lists contain the same information. */
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
