/**
 * JSON Schemas of the responses of the server, from the interfaces that declare them.
 * Understands the simple types of those interfaces; a name that no source declares
 * becomes a schema for any value.
 */

const INTERFACE =
  /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)(?:export )?interface (\w+)(?:<[^{]*?>)?(?:\s+extends ([^{]+))? \{([\s\S]*?)\n?\}\n/g;
const ALIAS = /export type (\w+)(?:<[^\n]*>)? =\s*((?:"[\w-]+"(?: \| )?)+|Readonly<[\s\S]*?>);\n/g;
const TOKEN = /\s*("[^"]*"|\w+|\/\*\*[\s\S]*?\*\/|[<>[\](){}|;:?,])/y;
const SIMPLE = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  Count: { type: "integer", minimum: 0 },
  null: { type: "null" },
  true: { const: true },
};

/** Schemas by the name of the interface, and the schema of each operation's response. */
export function createResponseSchemas({ interfaces, operations, aliases }) {
  const declared = new Map();
  for (const text of interfaces) {
    for (const [, doc, name, parents = "", body] of text.matchAll(INTERFACE)) {
      const bases = parents.match(/\w+(?=[^<>]*(?:<|$|,))/g) ?? [];
      declared.set(name, { doc, bases: bases.filter((each) => each !== "Doc"), body });
    }
    for (const [, name, type] of text.matchAll(ALIAS)) aliases[name] ??= type;
  }
  const schemas = {};
  const findProperties = (name) => {
    const { bases, body } = declared.get(name) ?? { bases: [], body: "" };
    const own = parseProperties(new Tokens(body), toSchema);
    return [...bases.flatMap(findProperties), ...own];
  };
  const toSchema = (name) => {
    if (SIMPLE[name] !== undefined) return SIMPLE[name];
    const alias = aliases[name];
    if (typeof alias === "object") return alias;
    if (alias !== undefined) return parseType(new Tokens(alias), toSchema);
    if (!declared.has(name)) return {};
    if (schemas[name] === undefined) {
      schemas[name] = {};
      const description = readDoc(declared.get(name).doc);
      Object.assign(schemas[name], { description }, toObject(findProperties(name)));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const responses = {};
  for (const [name, type] of operations) responses[name] = parseType(new Tokens(type), toSchema);
  return { schemas, responses };
}

class Tokens {
  #tokens;
  constructor(text) {
    TOKEN.lastIndex = 0;
    this.#tokens = [];
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text))
      this.#tokens.push(match[1]);
  }
  get next() {
    return this.#tokens[0];
  }
  take() {
    return this.#tokens.shift();
  }
  skip(token) {
    if (this.next !== token) return false;
    this.take();
    return true;
  }
  expect(token) {
    if (!this.skip(token)) throw new Error(`expected ${token}, got ${this.next}`);
  }
}

/** `A | B[]`. Undefined is left out: it is absent in JSON. */
function parseType(tokens, toSchema) {
  const parts = [parseList(tokens, toSchema)];
  while (tokens.skip("|")) parts.push(parseList(tokens, toSchema));
  const present = parts.filter((part) => part !== undefined);
  if (present.every((part) => typeof part.const === "string") && present.length > 1) {
    return { enum: present.map((part) => part.const) };
  }
  return present.length === 1 ? present[0] : { anyOf: present };
}

function parseList(tokens, toSchema) {
  tokens.skip("readonly");
  let type = parsePrimary(tokens, toSchema);
  while (tokens.next === "[") {
    tokens.take();
    if (tokens.next?.startsWith('"')) {
      tokens.take(); // JobRequest["kind"]
      type = toSchema("kind of a job");
    } else type = { type: "array", items: type };
    tokens.expect("]");
  }
  return type;
}

function parsePrimary(tokens, toSchema) {
  if (tokens.skip("(")) {
    const type = parseType(tokens, toSchema);
    tokens.expect(")");
    return type;
  }
  if (tokens.skip("{")) {
    const properties = parseProperties(tokens, toSchema);
    tokens.expect("}");
    return toObject(properties);
  }
  if (tokens.skip("[")) {
    // a tuple of one type
    let items = {};
    while (tokens.next !== "]") {
      const token = tokens.take();
      if (token === ":") items = parseType(tokens, toSchema);
    }
    tokens.take();
    return { type: "array", items };
  }
  const name = tokens.take();
  if (name === "undefined") return undefined;
  if (name.startsWith('"')) return { const: name.slice(1, -1) };
  const args = [];
  if (tokens.skip("<")) {
    do args.push(parseType(tokens, toSchema));
    while (tokens.skip(","));
    tokens.expect(">");
  }
  if (name === "Readonly") return args[0];
  if (name === "Record") return { type: "object", additionalProperties: args[1] };
  return toSchema(name);
}

/** `readonly name?: Type;`, each with its doc comment; an index signature is left out. */
function parseProperties(tokens, toSchema) {
  const properties = [];
  while (tokens.next !== undefined && tokens.next !== "}") {
    const doc = tokens.next.startsWith("/**") ? tokens.take() : undefined;
    tokens.skip("readonly");
    const isSignature = tokens.next === "[";
    if (isSignature) while (tokens.take() !== "]");
    const name = isSignature ? undefined : tokens.take();
    const isOptional = tokens.skip("?");
    tokens.expect(":");
    const type = parseType(tokens, toSchema);
    if (!isSignature) properties.push({ name, isOptional, type, doc });
    if (!tokens.skip(";")) break;
  }
  return properties;
}

function toObject(properties) {
  const required = properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      properties.map(({ name, type, doc }) => [
        name,
        doc === undefined ? type : { ...type, description: readDoc(doc) },
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

function readDoc(comment) {
  const text = comment
    .replaceAll(/^\s*\*(?!\/)|\/\*\*|\*\//gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text === "" ? undefined : text;
}
