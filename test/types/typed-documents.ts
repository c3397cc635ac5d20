/**
 * Type tests: `npm run check` compiles this file and nothing runs it. A line after
 * `@ts-expect-error` must not compile, every other line must.
 */

import {
  createIndex,
  type Filter,
  openIndex,
  type SearchIndex,
  type SearchOptions,
  type SearchResult,
} from "termwise";
import { openInWorker, openReadOnly } from "termwise/browser";
import { TermwiseClient } from "termwise/client";
import { relevanceMatchers } from "termwise/vitest";
import { expect } from "vitest";

interface Product {
  id: number;
  title: string;
  category: "lamps" | "books";
  price: number;
  tags?: string[];
  inStock: boolean;
  made: Date;
  brand: { name: string; country?: string };
  shop?: { lat: number; lng: number };
  offers: { shop: string; price: number }[];
  attributes: Record<string, string>;
  vector?: Float32Array;
}

declare const products: Product[];
declare const stream: AsyncIterable<Product>;

/** Compiles only if both types are the same. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function assertType<_Truth extends true>(): void {}

export async function acceptInterfaces(): Promise<void> {
  const untyped = await createIndex();
  await untyped.add(products);
  await untyped.put(stream);
  await untyped.add({ id: 1, anything: [1, { nested: true }] });
  // @ts-expect-error: a document needs an id
  await untyped.add({ title: "no id" });
}

export async function createTypedIndex(): Promise<void> {
  const index = await createIndex<Product>({
    fields: { title: { weight: 3 }, category: "keyword", price: "number", "brand.name": "keyword" },
  });
  await index.add(products);
  await index.put(stream);
  // @ts-expect-error: the document has no category
  await index.add({ id: 1, title: "Lamp" });
  // @ts-expect-error: unknown field
  await createIndex<Product>({ fields: { titel: {} } });
  await createIndex<Product>({
    fields: {
      ...{ category: { type: "keyword", facet: true }, tags: "keyword[]" },
      ...{ inStock: "boolean", made: "date", shop: "geo", price: { type: "number", sort: true } },
      ...{ "offers.price": "number[]", "offers.shop": "keyword[]", "attributes.color": "keyword" },
    },
  });
  // @ts-expect-error: the id is no field
  await createIndex<Product>({ fields: { id: "keyword" } });
  // @ts-expect-error: a price is a number
  await createIndex<Product>({ fields: { price: "keyword" } });
  // @ts-expect-error: options without a type are those of a text
  await createIndex<Product>({ fields: { price: { weight: 2 } } });
  // @ts-expect-error: a title is a text
  await createIndex<Product>({ fields: { title: { type: "number" } } });
  // @ts-expect-error: true and false are neither
  await createIndex<Product>({ fields: { inStock: "keyword" } });
  // @ts-expect-error: an object has no value of its own
  await createIndex<Product>({ fields: { brand: "keyword" } });
  // @ts-expect-error: a price is a number
  await index.addFields({ price: "text" });
  // @ts-expect-error: a type without an id
  await createIndex<{ title: string }>();
  const inFolder: SearchIndex<Product> = await createIndex<Product>("./shop", {
    fields: { title: {} },
  });
  await inFolder.addFields({ tags: "keyword[]" });
  // @ts-expect-error: unknown field
  await inFolder.addFields({ tag: "keyword[]" });
}

export async function typeHits(): Promise<void> {
  const index = await openIndex<Product>("./shop");
  const { hits } = await index.search("lamp");
  for (const { document } of hits) {
    assertType<Same<typeof document.price, number>>();
    assertType<Same<typeof document.id, string>>(); // ids come back as texts
    assertType<Same<typeof document.made, string>>(); // and dates as ISO 8601
    assertType<Same<typeof document.category, "lamps" | "books">>();
    assertType<Same<typeof document.tags, string[] | undefined>>();
    // @ts-expect-error: unknown property
    document.pryce;
    // @ts-expect-error: vectors are not stored among the properties
    document.vector;
  }
  assertType<Same<NonNullable<Awaited<ReturnType<typeof index.get>>>["price"], number>>();
  const [similar] = await index.similar(1, { filter: { price: { lt: 20 } } });
  assertType<Same<NonNullable<typeof similar>["document"]["price"], number>>();
}

export async function checkBoosts(index: SearchIndex<Product>): Promise<void> {
  await index.search("lamp", {
    boost: [
      { field: "price", function: "log", weight: 0.5, mode: "add" },
      { field: "offers.price", function: "saturation", pivot: 10 },
      { field: "made", function: "gaussianDecay", scale: "30d" },
      { filter: { inStock: false }, weight: -0.5 },
    ],
  });
  await index.explain("lamp", 1, { boost: { field: "price", function: "linear" } });
  // @ts-expect-error: unknown field
  await index.search("lamp", { boost: { field: "pryce", function: "log" } });
  // @ts-expect-error: unknown field of a filter
  await index.search("lamp", { boost: [{ filter: { instock: true } }] });
  // @ts-expect-error: saturation needs a pivot
  await index.search("lamp", { boost: { field: "price", function: "saturation" } });
  // @ts-expect-error: unknown function
  await index.search("lamp", { boost: { field: "price", function: "square" } });
}

export async function checkNames(index: SearchIndex<Product>): Promise<void> {
  await index.search("lamp", {
    fields: ["title^3", "brand.name"],
    sort: ["-price", "score", "title"],
    distinct: "category",
    highlight: { fields: ["title"] },
    select: ["title", "brand"],
    filter: {
      category: { in: ["lamps", "books"] },
      price: { gte: 10, lt: 20 },
      inStock: true,
      made: { gt: new Date() },
      tags: "new",
      "brand.name": "Acme",
      "offers.price": { lt: 5 },
      "attributes.colour": "red",
      or: [{ price: 1 }, { not: { "brand.country": null } }],
    },
  });
  await index.search("lamp", { fields: { title: 3, "brand.name": 1 }, sort: "made" });
  await index.search("lamp", {
    filter: { "distance(shop, 52.5, 13.4)": { lt: "5km" }, "box(shop, 1, 2, 3, 4)": true },
    sort: ["distance(shop, 52.5, 13.4)", "-distance(shop, 0, 0)"],
    boost: { field: "distance(shop, 52.5, 13.4)", function: "gaussianDecay", scale: "5km" },
  });
  // @ts-expect-error: a distance of an unknown field
  await index.search("lamp", { sort: "distance(shopp, 52.5, 13.4)" });
  // @ts-expect-error: a distance of an unknown field in a filter
  await index.search("lamp", { filter: { "distance(shopp, 52.5, 13.4)": { lt: 5 } } });
  // @ts-expect-error: not a length
  await index.search("lamp", { filter: { "distance(shop, 52.5, 13.4)": { lt: "5 miles" } } });
  // @ts-expect-error: unknown name in a filter
  await index.search("lamp", { filter: { pryce: { lt: 20 } } });
  // @ts-expect-error: unknown name beside a known one
  await index.search("lamp", { filter: { price: 1, categry: "lamps" } });
  // @ts-expect-error: unknown name inside a filter
  await index.search("lamp", { filter: { or: [{ price: 1 }, { pryce: 1 }] } });
  // @ts-expect-error: unknown path
  await index.search("lamp", { filter: { "brand.nam": "Acme" } });
  // @ts-expect-error: a number is not compared with a text
  await index.search("lamp", { filter: { price: { lt: "20" } } });
  // @ts-expect-error: unknown facet
  await index.search("lamp", { facets: ["categry"] });
  // @ts-expect-error: unknown facet with options
  await index.search("lamp", { facets: { categry: { limit: 5 } } });
  // @ts-expect-error: unknown sort key
  await index.search("lamp", { sort: "-pryce" });
  // @ts-expect-error: unknown sort key in a list
  await index.search("lamp", { sort: ["price", "titel"] });
  // @ts-expect-error: unknown field
  await index.search("lamp", { fields: ["titel"] });
  // @ts-expect-error: unknown field with a weight
  await index.search("lamp", { fields: ["titel^2"] });
  // @ts-expect-error: unknown field by name
  await index.search("lamp", { fields: { titel: 2 } });
  // @ts-expect-error: unknown field to group by
  await index.search("lamp", { distinct: "categry" });
  // @ts-expect-error: unknown field to highlight
  await index.search("lamp", { highlight: { fields: ["titel"] } });
  // @ts-expect-error: unknown property to return
  await index.search("lamp", { select: ["titel"] });
  // @ts-expect-error: select takes whole properties
  await index.search("lamp", { select: ["brand.name"] });
  // @ts-expect-error: unknown option
  await index.search("lamp", { limt: 10 });
  // @ts-expect-error: unknown name in a count
  await index.count({ pryce: 1 });
  // @ts-expect-error: unknown field of a run
  await index.run(["lamp"], { fields: ["titel"] });
}

interface Page {
  id: string;
  title: string;
  section: string;
}

export async function checkNamesOfPlainType(index: SearchIndex<Page>): Promise<void> {
  // @ts-expect-error: unknown facet
  await index.search("lamp", { facets: ["sektion"] });
  // @ts-expect-error: unknown facet beside a known one
  await index.search("lamp", { facets: ["section", "sektion"] });
  // @ts-expect-error: unknown facet with options
  await index.search("lamp", { facets: { sektion: { limit: 5 } } });
  // @ts-expect-error: unknown facet with options beside a known one
  await index.search("lamp", { facets: { section: {}, sektion: { limit: 5 } } });
  // @ts-expect-error: unknown option of a facet
  await index.search("lamp", { facets: { section: { limt: 5 } } });
  (await index.search("lamp", { facets: { section: { limit: 5 } } })).facets.section;
  // @ts-expect-error: unknown field
  await index.search("lamp", { fields: ["titel"] });
  // @ts-expect-error: unknown sort key
  await index.search("lamp", { sort: ["titel"] });
}

export async function typeFacets(index: SearchIndex<Product>): Promise<void> {
  const { facets } = await index.search("lamp", { facets: ["category", "price"] });
  facets.category.lamps?.toFixed();
  // @ts-expect-error: not requested
  facets.tags;
  const ranges = await index.search("lamp", { facets: { price: { ranges: [[0, 10], [10]] } } });
  ranges.facets.price;
  const plain = await index.search("lamp", { limit: 5 });
  // @ts-expect-error: no facets were requested
  plain.facets.category;
  const options: SearchOptions<Product> = { facets: ["category"] };
  const general = await index.search("lamp", options);
  // @ts-expect-error: the type of the options does not say whether there are facets
  general.facets.category;
  const result: SearchResult<Product> = await index.search("lamp", { facets: ["category"] });
  result.facets?.category;
}

export async function keepUntypedLoose(index: SearchIndex, name: string): Promise<void> {
  const filter: Filter = { anything: 1, nested: { gt: "a" }, or: [{ other: null }] };
  const { hits, facets } = await index.search("lamp", {
    filter,
    facets: [name, "category"],
    sort: `-${name}`,
    fields: [`${name}^2`],
    select: [name, "price"],
  });
  facets[name]?.lamps?.toFixed();
  hits[0]?.document.price;
  const options: SearchOptions = { facets: { [name]: { limit: 5 } } };
  (await index.search("lamp", options)).facets?.x?.y?.toFixed();
}

export async function typeOtherEntryPoints(): Promise<void> {
  const inWorker = await openInWorker<Product>("/shop/");
  assertType<
    Same<Awaited<ReturnType<typeof inWorker.similar>>[number]["document"]["price"], number>
  >();
  (await inWorker.search("lamp", { facets: ["category"] })).facets.category;
  // @ts-expect-error: unknown name in a filter
  await inWorker.search("lamp", { filter: { pryce: 1 } });

  const readOnly = await openReadOnly<Product>("/shop/");
  // @ts-expect-error: unknown sort key
  await readOnly.search("lamp", { sort: "pryce" });

  const remote = new TermwiseClient({ url: "http://127.0.0.1:7700" }).index<Product>("shop");
  const response = await remote.search("lamp", { facets: ["category"], filter: { price: 1 } });
  assertType<Same<NonNullable<(typeof response.hits)[0]>["document"]["price"], number>>();
  response.facets.category;
  response.system.ranker;
  await remote.put(products);
  // @ts-expect-error: unknown facet
  await remote.search("lamp", { facets: ["categry"] });
  // @ts-expect-error: unknown name in a filter
  await remote.search("lamp", { filter: { pryce: 1 } });
  // @ts-expect-error: unknown property to return
  await remote.search("lamp", { select: ["titel"] });
  // @ts-expect-error: the document has no title
  await remote.add({ id: 1 });
}

/** Matchers take typed and untyped indexes. */
export async function typeMatchers(index: SearchIndex<Product>): Promise<void> {
  expect.extend(relevanceMatchers);
  await expect(index).toRankAbove("lamp", "1", "2", { fuzzy: true });
  await expect(index).not.toFind("lamp", "3", { limit: 5 });
  await expect(index).toReach("nDCG@10", 0.5, [{ text: "lamp", relevant: ["1"] }]);
  // @ts-expect-error: unknown matcher
  await expect(index).toFnd("lamp", "3");
  // @ts-expect-error: a rank needs a query and two documents
  await expect(index).toRankAbove("lamp", "1");
}
