import type { JsonSchema } from "@knowledge-base/types/internal";

type Fields = Readonly<Record<string, unknown>>;

/** A JSON Schema as a Standard Schema. It accepts every value, because a tool validates its input itself. */
export interface ToolSchema {
  /** The properties that Standard Schema defines. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: Fields };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/**
 * Converts a JSON Schema of a tool to a Standard Schema, which the AI SDK and the TypeScript SDK of the Model Context Protocol expect.
 *
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
 */
export function toStandardSchema(schema: JsonSchema): ToolSchema {
  const write = () => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "knowledge-base",
      validate: (value) => ({ value: value as Fields }),
      jsonSchema: { input: write, output: write },
    },
  };
}
