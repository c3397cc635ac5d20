/** Options of commands that connect to a cluster. */

import type { Option } from "./command.ts";

export const CLUSTER_OPTIONS: readonly Option[] = [
  {
    name: "ca",
    value: "<file>",
    summary: "certificate (PEM) of the private authority of the cluster",
  },
  {
    name: "patience",
    value: "<seconds>",
    default: "60",
    summary: "how long to retry after temporary failures",
  },
];
