import { contract } from "../contract/contract.ts";
import { errorBodySchema, exceptionResponseSchema } from "../resources/error-body.ts";
import { channelBindingSchema, channelSchema, disconnectSchema, oauthStartSchema } from "../resources/messaging.ts";
import {
  indexEntrySchema,
  maxIndexSummaryLength,
  pageSchema,
  pageSourceRefSchema,
  pageSourceSchema,
} from "../resources/page.ts";
import { embeddingSchema, type ObjectSchema, type Schema } from "../schema/schema.ts";
import type { JsonSchema } from "./json-schema.ts";

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

/**
 * Name of a component of the document, such as `Page`.
 *
 * @useDeclaredType
 */
export type ComponentName = keyof typeof components;

/** Returns the keywords that the specification implies and that the schemas don't enforce, by schema. */
export function serviceKeywords(): ReadonlyMap<Schema, JsonSchema> {
  const exception = exceptionResponseSchema.shape;
  return new Map<Schema, JsonSchema>([
    [embeddingSchema, { items: { type: "number", format: "double" } }],
    [indexEntrySchema.shape.summary, { maxLength: maxIndexSummaryLength }],
    [oauthStartSchema.shape.authorizationUrl, { format: "uri" }],
    [errorBodySchema.shape.timestamp, { format: "date-time" }],
    [exception.statusCode, { type: "integer" }],
    // The specification doesn't define the elements. Frameworks write texts, or objects that name a field.
    [exception.message, { anyOf: [{ type: "string" }, { type: "array", items: { type: ["string", "object"] } }] }],
    [exception.error, { type: "string" }],
  ]);
}
