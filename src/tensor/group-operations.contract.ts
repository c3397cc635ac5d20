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
  "gather of the second element of each group": (make) => {
    const segments = make.segments("groups", "tokens", 3);
    return gather(make.values(["tokens", make.sampleInteger(1, 9)]), segmentElement(segments, 1));
  },
  padSegments: (make) => {
    const segments = make.segments("groups", "tokens", 6);
    return padSegments(
      make.values(["tokens", make.sampleInteger(1, 5)]),
      segments,
      make.sampleInteger(1, 8),
    );
  },
  "splitRows and padSegments": (make) => {
    const groups = make.segments("groups", "tokens", 3);
    const { x, segments } = splitRows(segmentSum(make.values(["tokens", 6]), groups), 3);
    return padSegments(square(x), segments, make.sampleInteger(1, 4));
  },
  segmentSum: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentSum(make.values(["tokens", make.sampleInteger(1, 9)]), segments);
  },
  segmentSpread: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentSpread(make.values(["groups", make.sampleInteger(1, 9)]), segments);
  },
  segmentSoftmax: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentSoftmax(make.values(["tokens"]), segments);
  },
  segmentTop: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentTop(make.values(["tokens"]), segments, make.sampleInteger(1, 5));
  },
  windows: (make) => {
    const segments = make.segments("groups", "tokens");
    return windows(
      make.values(["tokens", make.sampleInteger(1, 5)]),
      segments,
      make.sampleInteger(1, 4),
    );
  },
  kernelPool: (make) => {
    const segments = make.segments("groups", "tokens", 20);
    return kernelPool(make.values(["tokens"], -1, 1), segments, KERNELS);
  },
  "kernelPool far from the kernels": (make) => {
    const segments = make.segments("groups", "tokens", 20);
    return kernelPool(make.values(["tokens"], -4, 4), segments, KERNELS);
  },
  ngrams: (make) => {
    const segments = make.segments("groups", "tokens");
    const size = make.sampleInteger(1, 3);
    const projected = make.values(["words", size * make.sampleInteger(1, 9)]);
    return ngrams(projected, make.index("tokens", "words"), segments, size);
  },
};

/** A count has none. */
export const FLAT_GROUPED: Readonly<Record<string, Build>> = {
  segmentHistogram: (make) => {
    const pairs = make.pairs();
    return segmentHistogram(make.values([cells(pairs)], -1, 1), cellRows(pairs), 30);
  },
};
