import { expect, test } from "vitest";
import { Schema } from "./schema.ts";
import { parseSchemaString } from "./schema-parser.ts";
import { findTextField, toFieldedRecord } from "./table-values.ts";

test("parses names, types and weights from a schema on one line", () => {
  expect(parseSchemaString("title^3, body ,price:number,tags:keyword[],notes:text^0.5")).toEqual({
    title: { weight: 3 },
    body: {},
    price: { type: "number" },
    tags: { type: "keyword[]" },
    notes: { type: "text", weight: 0.5 },
  });
  for (const invalid of ["", "a,,b", "a:b:c", "^3", "a^", "a b"]) {
    expect(() => parseSchemaString(invalid), invalid).toThrow("a field is written");
  }
});

test("stores the text of a record under the name that the schema gives it", () => {
  const findName = (fields: string): string | undefined =>
    findTextField(Schema.parse(parseSchemaString(fields)));
  expect(findName("title,text")).toBeUndefined();
  expect(findName("title,body")).toBe("body");
  expect(findName("title,description,more")).toBe("description");
  expect(findName("title")).toBe("title");
});

test("parses cells by the types of their fields", () => {
  const schema = Schema.parse(
    parseSchemaString("title,body,price:number,ok:boolean,tags:keyword[],sizes:number[],day:date"),
  );
  const cells = { price: " 7.50 ", ok: "TRUE", tags: "a|b; c", sizes: "[1, 2]", day: "2024-05-31" };
  expect(toFieldedRecord({ id: "x", title: "T", text: "B", fields: cells }, schema)).toEqual({
    id: "x",
    fields: {
      ...{ title: "T", body: "B", price: 7.5, ok: true, tags: ["a", "b", "c"] },
      ...{ sizes: [1, 2], day: "2024-05-31" },
    },
  });
  const empty = { price: "", ok: " ", tags: "", sizes: "", day: "", other: "kept" };
  expect(toFieldedRecord({ id: "x", text: "B", fields: empty }, schema)).toEqual({
    id: "x",
    fields: { body: "B", other: "kept" },
  });
  // Cells of other content stay as they are, for the index to reject with the field's name.
  const invalid = toFieldedRecord({ id: "x", text: "B", fields: { price: "cheap" } }, schema);
  expect(invalid.fields.price).toBe("cheap");
});
