/** Schemas by the name of the interface, and the schema of each operation's response. */
export function createResponseSchemas(sources: {
  readonly interfaces: readonly string[];
  readonly operations: readonly (readonly [name: string, type: string])[];
  readonly aliases: Record<string, string | object>;
}): {
  readonly schemas: Readonly<Record<string, object>>;
  readonly responses: Readonly<Record<string, object>>;
};
