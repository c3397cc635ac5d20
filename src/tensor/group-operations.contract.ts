/** Cases of the operations within the groups of a ragged axis. */

import type { Build } from "./case-builder.contract.ts";
import { square } from "./elementwise.ts";
import { kernelPool } from "./kernel-pooling.ts";
import { ngrams } from "./ngrams.ts";
import { padSegments, splitRows } from "./pad-segments.ts";
import { cellRows, cells } from "./pairs.ts";
import { gather } from "./rows.ts";
import {
  segmentElement,
  segmentHistogram,
  segmentSoftmax,
  segmentSpread,
  segmentSum,
  segmentTop,
  windows,
} from "./segments.ts";

const KERNELS = [
  { mean: 1, width: 0.05 },
  ...[0.9, 0.5, 0.1, -0.3, -0.7].map((mean) => ({ mean, width: 0.1 })),
];

/** By name; all have a gradient. */
export const GROUPED: Readonly<Record<string, Build>> = {
  "gather of the second element of each group": (builder) => {
    const segments = builder.segments("groups", "tokens", 3);
    return gather(
      builder.values(["tokens", builder.sampleInteger(1, 9)]),
      segmentElement(segments, 1),
    );
  },
  padSegments: (builder) => {
    const segments = builder.segments("groups", "tokens", 6);
    return padSegments(
      builder.values(["tokens", builder.sampleInteger(1, 5)]),
      segments,
      builder.sampleInteger(1, 8),
    );
  },
  "splitRows and padSegments": (builder) => {
    const groups = builder.segments("groups", "tokens", 3);
    const { x, segments } = splitRows(segmentSum(builder.values(["tokens", 6]), groups), 3);
    return padSegments(square(x), segments, builder.sampleInteger(1, 4));
  },
  segmentSum: (builder) => {
    const segments = builder.segments("groups", "tokens");
    return segmentSum(builder.values(["tokens", builder.sampleInteger(1, 9)]), segments);
  },
  segmentSpread: (builder) => {
    const segments = builder.segments("groups", "tokens");
    return segmentSpread(builder.values(["groups", builder.sampleInteger(1, 9)]), segments);
  },
  segmentSoftmax: (builder) => {
    const segments = builder.segments("groups", "tokens");
    return segmentSoftmax(builder.values(["tokens"]), segments);
  },
  segmentTop: (builder) => {
    const segments = builder.segments("groups", "tokens");
    return segmentTop(builder.values(["tokens"]), segments, builder.sampleInteger(1, 5));
  },
  windows: (builder) => {
    const segments = builder.segments("groups", "tokens");
    return windows(
      builder.values(["tokens", builder.sampleInteger(1, 5)]),
      segments,
      builder.sampleInteger(1, 4),
    );
  },
  kernelPool: (builder) => {
    const segments = builder.segments("groups", "tokens", 20);
    return kernelPool(builder.values(["tokens"], -1, 1), segments, KERNELS);
  },
  "kernelPool far from the kernels": (builder) => {
    const segments = builder.segments("groups", "tokens", 20);
    return kernelPool(builder.values(["tokens"], -4, 4), segments, KERNELS);
  },
  ngrams: (builder) => {
    const segments = builder.segments("groups", "tokens");
    const size = builder.sampleInteger(1, 3);
    const projected = builder.values(["words", size * builder.sampleInteger(1, 9)]);
    return ngrams(projected, builder.index("tokens", "words"), segments, size);
  },
};

/** Counts have none. */
export const FLAT_GROUPED: Readonly<Record<string, Build>> = {
  segmentHistogram: (builder) => {
    const pairs = builder.pairs();
    return segmentHistogram(builder.values([cells(pairs)], -1, 1), cellRows(pairs), 30);
  },
};
