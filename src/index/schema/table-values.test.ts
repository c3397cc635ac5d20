import { expect, test } from "vitest";
import { Schema } from "./schema.ts";
import { parseSchemaString } from "./schema-parser.ts";
import { findTextField, toFieldedRecord } from "./table-values.ts";

test("a schema on one line has names, types and weights", () => {
  expect(parseSchemaString("title^3, body ,price:number,tags:keyword[],notes:text^0.5")).toEqual({
    title: { weight: 3 },
    body: {},
    price: { type: "number" },
    tags: { type: "keyword[]" },
    notes: { type: "text", weight: 0.5 },
  });
  for (const wrong of ["", "a,,b", "a:b:c", "^3", "a^", "a b"]) {
    expect(() => parseSchemaString(wrong), wrong).toThrow("a field is written");
  }
});

test("the text of a record has the name that the schema gives it", () => {
  const named = (fields: string): string | undefined =>
    findTextField(Schema.parse(parseSchemaString(fields)));
  expect(named("title,text")).toBeUndefined();
  expect(named("title,body")).toBe("body");
  expect(named("title,description,more")).toBe("description");
  expect(named("title")).toBe("title");
});

test("cells are read as what their fields are", () => {
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
  // What is none of these stays, for the index to refuse by name.
  const wrong = toFieldedRecord({ id: "x", text: "B", fields: { price: "cheap" } }, schema);
  expect(wrong.fields.price).toBe("cheap");
});
