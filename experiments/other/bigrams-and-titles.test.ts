import { expect, test } from "vitest";
import { openAnalyzer } from "../../src/text/index.ts";
import { expandDocument, expandQueries } from "./bigrams-and-titles-outcome.ts";

const document = { id: "1", title: "The Heart", text: "Diseases of hearts" };

test("documents and queries have bigrams of stems, without stop words and across no fields", async () => {
  const analyzer = await openAnalyzer({ stopWords: "english-short" });
  expect(expandDocument(document, "bigrams", analyzer).text).toBe("Diseases of hearts diseasheart");
  const split = {
    name: "test",
    queries: [{ id: "q", text: "disease of the heart valve" }],
    judgements: new Map(),
  };
  const [query] = expandQueries(split, "bigrams", analyzer).queries;
  expect(query?.text).toBe("disease of the heart valve diseasheart heartvalv");
});

test("words of titles are further terms, which queries look for", async () => {
  const analyzer = await openAnalyzer({ stopWords: "english-short" });
  expect(expandDocument(document, "titles", analyzer).text).toBe("Diseases of hearts intitleheart");
  expect(expandDocument({ id: "2", text: "none" }, "titles", analyzer).text).toBe("none");
  const split = { name: "test", queries: [{ id: "q", text: "the hearts" }], judgements: new Map() };
  const [query] = expandQueries(split, "titles", analyzer).queries;
  expect(query?.text).toBe("the hearts intitlehearts");
});

test("words alone leave documents and queries as they are", async () => {
  const analyzer = await openAnalyzer({ stopWords: "english-short" });
  expect(expandDocument(document, "words", analyzer)).toBe(document);
});
