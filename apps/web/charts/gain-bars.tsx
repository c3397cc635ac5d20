/** One bar per query: its gain or loss over the baseline, the best first. */

import type { VNode } from "preact";
import { createScale } from "../../../src/analysis/plot-axes.ts";
import { GridLines } from "./axes.tsx";

const [WIDTH, HEIGHT, LEFT] = [860, 190, 48];

interface GainBarsProps {
  readonly gains: readonly { readonly name: string; readonly gain: number }[];
  readonly title: string;
}

/** A chart with a tooltip per bar. */
export function GainBars({ gains, title }: GainBarsProps): VNode {
  const scale = createScale([0, ...gains.map(({ gain }) => gain)], [HEIGHT - 8, 8], {
    maxTicks: 5,
  });
  const y = scale.toPixel;
  const step = (WIDTH - LEFT - 8) / Math.max(gains.length, 1);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      <GridLines scale={scale} from={LEFT} to={WIDTH - 8} zero="zero" />
      {gains.map(({ name, gain }, i) => (
        <rect
          key={name}
          class={gain < 0 ? "fill-minus" : "fill-plus"}
          x={LEFT + i * step}
          y={Math.min(y(gain), y(0))}
          width={Math.max(step - (step > 3 ? 1 : 0), 0.5)}
          height={Math.max(Math.abs(y(gain) - y(0)), 0.5)}
        >
          <title>
            {name}: {gain.toFixed(4)}
          </title>
        </rect>
      ))}
    </svg>
  );
}
