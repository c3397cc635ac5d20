/** The schemas of requests, from the tables that src/api declares for each operation. */

import * as v from "valibot";
import { type ApiOperation, OPERATIONS, type OperationName } from "../../src/api/operations.ts";
import type { JobRequest, SearchRequest } from "../../src/client/index.ts";
import { LIMITS } from "./limits.ts";
import {
  createBodyEntries,
  createChangeEntries,
  createQueryEntries,
  documentId,
  name,
} from "./option-schemas.ts";
import type { Schema } from "./route.ts";

/** Refuses a page of hits that is too deep. */
const isWithinWindow: v.CheckAction<Pick<SearchRequest, "limit" | "offset">, string> = v.check(
  ({ limit = 10, offset = 0 }) => limit + offset <= LIMITS.window,
  `asks for too much: offset + limit must be at most ${LIMITS.window}`,
);

/** The request of an operation in JSON; undefined if it has no options. */
export function createRequestSchema(operation: OperationName): v.GenericSchema | undefined {
  const { options, variants, method }: ApiOperation = OPERATIONS[operation];
  if (variants !== undefined) {
    const kinds = Object.entries(variants).map(([kind, tables]) =>
      v.strictObject({ kind: v.literal(kind), ...createBodyEntries(tables) }),
    );
    return v.variant("kind", kinds);
  }
  if (options === undefined) return undefined;
  if (method === "PATCH") return v.strictObject(createChangeEntries(options));
  const schema = v.strictObject(createBodyEntries(options));
  return options.includes("RESULT") ? (v.pipe(schema, isWithinWindow) as v.GenericSchema) : schema;
}

/** The request of an operation as parameters of an address, before its values are checked. */
export function createAddressSchema(operation: OperationName): v.GenericSchema | undefined {
  const { options } = OPERATIONS[operation];
  return options && v.strictObject(createQueryEntries(options));
}

const PARAMS: v.ObjectEntries = {
  ...{ name, id: documentId },
  word: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
};

/** The parameters of a path; undefined for a path without any. */
export function createPathSchema(path: string): v.GenericSchema | undefined {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, param = ""]) => param);
  if (names.length === 0) return undefined;
  return v.strictObject(
    Object.fromEntries(names.map((param) => [param, PARAMS[param] ?? v.string()])),
  );
}

/** A search. */
export const searchRequest: Schema<SearchRequest> = createRequestSchema(
  "search",
) as Schema<SearchRequest>;

/** A job. */
export const jobRequest: Schema<JobRequest> = createRequestSchema("startJob") as Schema<JobRequest>;
