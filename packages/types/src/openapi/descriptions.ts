import type { Input, OperationId } from "../contract/operation-types.ts";
import type { ComponentName, FieldOf } from "./components.ts";
import json from "./descriptions.json" with { type: "json" };

interface Descriptions {
  readonly operations: {
    readonly [Id in OperationId]: {
      readonly description: string;
      /** Section of the specification. */
      readonly reference: string;
      readonly input: { readonly [Field in keyof Input<Id>]-?: string };
    };
  };
  readonly components: {
    readonly [Name in ComponentName]: {
      readonly description: string;
      readonly fields: { readonly [Field in FieldOf<Name>]: string };
    };
  };
}

/** The comments of the contract and its interfaces, as `npm run generate` extracts them. */
export const descriptions: Descriptions = json;
