/**
 * Converts a JSON Schema of an object to a Standard Schema, which the AI SDK and the TypeScript SDK of the Model
 * Context Protocol expect. It accepts every value, because a tool validates its input itself.
 */
export function toStandardSchema(schema: object) {
  const write = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1 as const,
      vendor: "knowledge-base",
      validate: (value: unknown) => ({ value: value as Readonly<Record<string, unknown>> }),
      jsonSchema: { input: write, output: write },
    },
  };
}
