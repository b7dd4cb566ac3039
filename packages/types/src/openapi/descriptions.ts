import type { Input, OperationId } from "../contract/operation-types.ts";
import type { ComponentName, FieldOf } from "./components.ts";
import words from "./descriptions.json" with { type: "json" };

interface Descriptions {
  readonly operations: {
    readonly [Id in OperationId]: {
      readonly description: string;
      /** Where the specification speaks of it. */
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

/** The words of the comments of the contract and of its interfaces, as `npm run docs:generate` reads them. */
export const descriptions: Descriptions = words;
