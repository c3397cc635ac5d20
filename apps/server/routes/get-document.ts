/** `GET /indexes/:name/documents/:id`: a document. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { documentId, name } from "../schemas.ts";

export const getDocument: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/documents/:id",
  summary: "Give a document",
  tag: "documents",
  scope: "read",
  params: v.strictObject({ name, id: documentId }),
  answer: { status: 200, schema: ANSWERS.document, text: "The document." },
  handle: async ({ params: { name: index, id } }, { engine }) =>
    jsonAnswer(await engine.read("getDocument", { index, id })),
});
