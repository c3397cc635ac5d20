/** The OpenAPI 3.1 document, from the routes. */

import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { OptionTableName } from "../../src/api/index.ts";
import { RESPONSE_SCHEMAS } from "../../src/api/response-schemas.generated.ts";
import { SUMMARIES } from "../../src/api/summaries.generated.ts";
import { defined } from "../../src/common/defined.ts";
import type { AnyRoute } from "./route.ts";

type Json = Record<string, unknown>;
/** Documentation by the name of an option. */
type Texts = Readonly<Record<string, string>>;

const ERRORS: Readonly<Record<string, string>> = {
  "400": "The request breaks a rule.",
  "401": "An API key is needed.",
  "403": "The key lacks the scope, or the request comes from another site.",
  "404": "There is no such thing.",
  "413": "A limit is exceeded.",
  "415": "The media type is not supported.",
  "503": "Too much at once; try again after Retry-After.",
};

const ERROR: Json = {
  type: "object",
  required: ["code", "message", "request"],
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    request: { type: "string" },
  },
};

/** Describes routes. */
export function createOpenApi(routes: readonly AnyRoute[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    const methods = paths[path] ?? {};
    methods[route.method.toLowerCase()] = describeOperation(route);
    paths[path] = methods;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Termwise",
      version,
      description: "Search that learns which words matter.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: { Error: ERROR, ...RESPONSE_SCHEMAS },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  };
}

function describeOperation(route: AnyRoute): Json {
  const { method, path, summary, tag, scope, response: answer, params, query, body, bytes } = route;
  const { options = [], example, isDeprecated } = route;
  const texts = collectTexts(options);
  const parameters = [
    ...describeParameters(params, "path", {}),
    ...describeParameters(query, "query", texts),
  ];
  const content =
    body !== undefined
      ? {
          "application/json": {
            schema: describeBody(convertSchema(body), route),
            ...defined({ example }),
          },
        }
      : Object.fromEntries((bytes?.types ?? []).map((type) => [type, { schema: {} }]));
  const type = answer.type ?? "application/json";
  const responseContent =
    answer.status === 204
      ? { description: answer.text }
      : {
          description: answer.text,
          content: { [type]: { schema: answer.schema ?? {} } },
        };
  const isBody = Object.keys(content).length > 0;
  return {
    operationId: createOperationId(method, path),
    summary,
    tags: [tag],
    ...(isDeprecated === true ? { deprecated: true } : {}),
    ...(scope === undefined ? { security: [] } : { security: [{ key: [] }, {}], "x-scope": scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isBody ? { requestBody: { required: route.isBodyOptional !== true, content } } : {}),
    responses: { [answer.status]: responseContent, ...describeErrors() },
  };
}

function describeErrors(): Json {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, description]) => [status, { description, content }]),
  );
}

function describeParameters(
  schema: GenericSchema | undefined,
  location: "path" | "query",
  texts: Texts,
): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = convertSchema(schema) as {
    properties?: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    ...{ name, in: location, schema: each },
    ...defined({ description: texts[name] }),
    ...(required.includes(name) ? { required: true } : {}),
  }));
}

function collectTexts(tables: readonly OptionTableName[]): Texts {
  return Object.assign({}, ...tables.map((table) => SUMMARIES[table])) as Texts;
}

/** The schema of a body with the documentation of its properties, in each of its kinds. */
function describeBody(schema: Json, { options = [], variants = {} }: AnyRoute): Json {
  const { oneOf } = schema as { readonly oneOf?: readonly Json[] };
  if (oneOf === undefined) return addDescriptions(schema, collectTexts(options));
  const kinds = oneOf.map((each) => {
    const { kind } = each.properties as { readonly kind: { readonly const: string } };
    return addDescriptions(each, collectTexts(variants[kind.const] ?? []));
  });
  return { ...schema, oneOf: kinds };
}

/** The schema of an object with the documentation of its properties. */
function addDescriptions(schema: Json, texts: Texts): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, each]) => [name, { ...each, ...defined({ description: texts[name] }) }],
  );
  return properties.length === 0
    ? schema
    : { ...schema, properties: Object.fromEntries(properties) };
}

/** Input as JSON Schema. Rules that JSON Schema cannot express are left to the server. */
function convertSchema(schema: GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "input",
  }) as Json;
  return json;
}

/** The method and the words of the path, joined. */
function createOperationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const capital = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;
  return `${method.toLowerCase()}${words.map(capital).join("")}`;
}
