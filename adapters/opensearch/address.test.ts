import { expect, test } from "vitest";
import { isOpenSearchAddress, parseAddress } from "./address.ts";

test("an address has urls of one cluster and an alias", () => {
  expect(parseAddress("opensearch:http://a:9200/news")).toEqual({
    nodes: ["http://a:9200"],
    alias: "news",
  });
  expect(parseAddress("opensearch:https://u:p%40@a,https://b:9201/news-1")).toEqual({
    nodes: ["https://a", "https://b:9201"],
    alias: "news-1",
    username: "u",
    password: "p@",
  });
});

test("an address of Elasticsearch has its own prefix", () => {
  const { nodes, alias } = parseAddress("elasticsearch:http://a:9200/news");
  expect({ nodes, alias }).toEqual({ nodes: ["http://a:9200"], alias: "news" });
  expect(isOpenSearchAddress("elasticsearch:http://a/b")).toBe(true);
});

test.each([
  "elasticsearch:news",
  "opensearch:",
  "opensearch:news",
  "opensearch:ftp://a/news",
  "opensearch:http://a/",
  "opensearch:http://a/News",
  "opensearch:http://a/_all",
  "http://a/news",
])("%s is refused", (text) => {
  expect(() => parseAddress(text)).toThrow(expect.objectContaining({ code: "BAD_ARGUMENT" }));
});

test("only addresses with the prefix name a cluster", () => {
  expect(isOpenSearchAddress("opensearch:http://a/b")).toBe(true);
  expect(isOpenSearchAddress("./opensearch")).toBe(false);
});
