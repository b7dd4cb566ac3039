import * as z from "zod/mini";
import { contract } from "../contract/contract.ts";
import { channelSchema } from "../resources/channel.ts";
import { channelBindingSchema } from "../resources/channel-binding.ts";
import { disconnectSchema } from "../resources/disconnect.ts";
import { type ExceptionResponse, errorBodySchema } from "../resources/error-body.ts";
import { indexEntrySchema } from "../resources/index-entry.ts";
import { oauthStartSchema } from "../resources/oauth-start.ts";
import { pageSchema } from "../resources/page.ts";
import { pageSourceSchema } from "../resources/page-source.ts";
import { pageSourceRefSchema } from "../resources/page-source-ref.ts";
import { objectSchema } from "../schema/object-schema.ts";
import type { ObjectSchema, ValueOf } from "../schema/schema.ts";

const anything = z.optional(z.unknown());

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
  // The schema of an error body accepts any object in its place.
  ExceptionResponse: objectSchema<ExceptionResponse>({ statusCode: anything, message: anything, error: anything }),
} as const satisfies Record<string, ObjectSchema>;

/** Name of a component of the document, such as `Page`. */
export type ComponentName = keyof typeof components;

/** Name of a field of a component. */
export type FieldOf<Name extends ComponentName> = keyof ValueOf<(typeof components)[Name]>;
