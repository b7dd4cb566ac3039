import { createInputSchema, type JsonSchema } from "@knowledge-base/types/internal";
import { toStrictSchema } from "./strict-schema.ts";
import type { ToolSettings } from "./tool-settings.ts";

/** The schema of a tool's input in two forms. */
export interface ToolInputSchema {
  /** As the operation declares it, without fixed fields. */
  readonly declared: JsonSchema;
  /** As the model sees it. */
  readonly shown: JsonSchema;
  readonly strict: boolean;
}

/** Creates the schema of a tool's input, without the fields that are fixed, and with the values that can be chosen. */
export function createToolInputSchema({ operation, fixed, choices }: ToolSettings): ToolInputSchema {
  const { properties = {}, required = [] } = createInputSchema(operation);
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(fixed, name));
  const declared: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => {
        const ids = choices[name];
        return [name, { ...properties[name], ...(ids && { enum: ids }) }];
      }),
    ),
    required: required.filter((name) => names.includes(name)),
    additionalProperties: false,
  };
  const strict = toStrictSchema(declared);
  return { declared, shown: strict ?? declared, strict: strict !== undefined };
}
