/** Which of the matching documents `termwise search` shows, in which order, and what it counts of them. */

import { badArgument, quote } from "../../src/common/errors.ts";
import {
  type FacetCounts,
  type FacetOptions,
  parseFilterText,
  type SearchOptions,
} from "../../src/search/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";

/** The options, as the command declares them. */
export const RESULT_OPTIONS: readonly Option[] = [
  {
    name: "filter",
    value: "<conditions>",
    summary: 'only documents for which this holds, such as "category = books and price < 20"',
  },
  {
    name: "facet",
    value: "<list>",
    summary: "fields to count the values of, with commas between; price:0..10:10.. counts ranges",
  },
  {
    name: "sort",
    value: "<list>",
    summary:
      "fields to sort by, with commas between; -price sorts downwards; score is the best first",
  },
  { name: "offset", value: "<n>", summary: "number of results to skip" },
  { name: "after", value: "<cursor>", summary: "continue after the page that printed this cursor" },
  { name: "distinct", value: "<field>", summary: "show one result for each value of a field" },
];

/** What was typed, as the library takes it. */
export function readResultOptions(args: Arguments): SearchOptions {
  const filter = args.text("filter");
  const facets = args.text("facet");
  const sort = args.text("sort");
  return {
    ...(filter === undefined ? {} : { filter: parseFilterText(filter) }),
    ...(facets === undefined ? {} : { facets: parseFacets(facets) }),
    ...(sort === undefined ? {} : { sort: parseList("sort", sort) }),
    offset: args.count("offset", 0),
    after: args.text("after"),
    distinct: args.text("distinct"),
  };
}

/** Whether a page may be followed by another that the person can ask for. */
export function needsTotals(args: Arguments): boolean {
  return ["sort", "after", "filter", "facet"].some((name) => args.text(name) !== undefined);
}

/** The counts, a field after the other. */
export function printFacets(facets: FacetCounts, context: CommandContext): void {
  for (const [field, counts] of Object.entries(facets)) {
    context.out(`${field}:`);
    for (const [value, count] of Object.entries(counts)) {
      context.out(`${String(count).padStart(8)}  ${value}`);
    }
  }
}

function parseList(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw badArgument(`--${option} has an empty name, got ${quote(text)}`);
  return names;
}

/** `category,price:0..10:10..20`. */
function parseFacets(text: string): Record<string, FacetOptions> {
  return Object.fromEntries(
    parseList("facet", text).map((facet): [string, FacetOptions] => {
      const [name = "", ...ranges] = facet.split(":");
      if (ranges.length === 0) return [name, {}];
      return [name, { ranges: ranges.map((range) => parseRange(range)) }];
    }),
  );
}

function parseRange(text: string): [number | string | null, number | string | null] {
  const ends = text.split("..");
  if (ends.length !== 2) {
    throw badArgument(`a range of --facet is written as 10..20, 10.. or ..20, got ${quote(text)}`);
  }
  const [from, to] = ends.map((end) => {
    if (end === "") return null;
    return Number.isFinite(Number(end)) ? Number(end) : end;
  });
  return [from ?? null, to ?? null];
}
