import type { JsonSchema } from "@knowledge-base/types/openapi";

type Fields = Readonly<Record<string, unknown>>;

/** A JSON Schema in the form of Standard Schema. It accepts every value, because a tool validates its input itself. */
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

/** Returns a schema of a tool in the form that the AI SDK and the TypeScript SDK of the Model Context Protocol take. */
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
