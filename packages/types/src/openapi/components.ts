import { contract } from "../contract/contract.ts";
import type { Input, OperationId } from "../contract/operation-types.ts";
import { errorBodySchema, exceptionResponseSchema } from "../resources/error-body.ts";
import { channelBindingSchema, channelSchema, disconnectSchema, oauthStartSchema } from "../resources/messaging.ts";
import { indexEntrySchema, pageSchema, pageSourceRefSchema, pageSourceSchema } from "../resources/page.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import json from "./descriptions.json" with { type: "json" };

/** The components of the document, by the name of their interface. */
export const components = {
  Page: pageSchema,
  PageSource: pageSourceSchema,
  PageSourceRef: pageSourceRefSchema,
  IndexEntry: indexEntrySchema,
  ChannelBinding: channelBindingSchema,
  BindingFlags: contract["bindings.update"].body,
  Channel: channelSchema,
  OAuthStart: oauthStartSchema,
  Disconnect: disconnectSchema,
  ErrorBody: errorBodySchema,
  ExceptionResponse: exceptionResponseSchema,
} as const satisfies Record<string, ObjectSchema>;

/** Name of a component of the document, such as `Page`. */
export type ComponentName = keyof typeof components;

/** Name of a field of a component. */
export type FieldOf<Name extends ComponentName> = keyof (typeof components)[Name]["_zod"]["def"]["shape"];

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
