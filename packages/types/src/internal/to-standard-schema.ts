/**
 * A JSON Schema as a Standard Schema, which the AI SDK and the TypeScript SDK of the Model Context Protocol expect.
 *
 * @inline
 */
export type StandardSchema = {
  /** The properties that Standard Schema defines. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: Readonly<Record<string, unknown>> };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
};

/** Converts a JSON Schema of an object to a Standard Schema. It accepts every value, because a tool validates its input itself. */
export function toStandardSchema(schema: object): StandardSchema {
  const write = () => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "knowledge-base",
      validate: (value) => ({ value: value as Readonly<Record<string, unknown>> }),
      jsonSchema: { input: write, output: write },
    },
  };
}
