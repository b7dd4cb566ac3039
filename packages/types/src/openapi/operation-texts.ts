import type { Input, OperationId, Output } from "../contract/operation-types.ts";
import json from "./examples.json" with { type: "json" };

/** A valid request of each operation of the contract, and its response. The embedding has the first of many more numbers. */
export const operationExamples: {
  readonly [Id in OperationId]: { readonly input: Input<Id>; readonly output: Output<Id> };
} = json;

/** An invalid request: why its response has an error status, and how its input differs from that of the example. */
export interface InvalidRequest {
  readonly description: string;
  readonly message: string;
  readonly input?: Readonly<Record<string, string>>;
}

/** The texts of an operation that are not in the contract or its comments. */
export interface OperationTexts {
  /** End of the description, after the comment of the operation. */
  readonly details: string;
  /** Description of its successful response. */
  readonly success: string;
  readonly errors: { readonly 400: InvalidRequest; readonly 401: InvalidRequest; readonly 404: InvalidRequest };
}

const badEncoding = {
  description: "Validation failed.",
  message: "brainId must be percent-encoded UTF-8",
  input: { brainId: "%FF" },
};

const unauthorized = {
  description: "Unauthorized: `x-api-key` is missing or invalid.",
  message: "Missing x-api-key header",
};

const brainNotFound = {
  description: "Brain or installation not found.",
  message: "Brain not found",
  input: { brainId: "brain_unknown" },
};

const pageNotFound = "Brain, page, change or connection not found.";

/** Texts of all operations. Specification, sections 3, 4 and 7. */
export const operationTexts: { readonly [Id in OperationId]: OperationTexts } = {
  "bindings.update": {
    details: "Flags that the body leaves out stay as they are; an empty object is a valid body and changes nothing.",
    success: "The binding, with the updated flags.",
    errors: {
      400: {
        description: "Validation failed, for example because a flag is not a boolean.",
        message: "notifyBriefs must be a boolean, not a string",
      },
      401: unauthorized,
      404: brainNotFound,
    },
  },
  "pages.archive": {
    details:
      "Its content, versions and connections are kept. The embedding of the example is shortened: a real one has more than a " +
      "thousand numbers, about 16 KB of JSON.",
    success: "The page, archived.",
    errors: {
      400: {
        ...badEncoding,
        description:
          "Validation failed. The specification also names an empty title or body, and a slug that is already in use, as reasons.",
      },
      401: unauthorized,
      404: { description: pageNotFound, message: "Page not found", input: { slug: "no-such-page" } },
    },
  },
  "channels.list": {
    details: "`isMember` states whether the bot was already added to a channel.",
    success: "The channels.",
    errors: {
      400: {
        description: "Validation failed, for example because `installationId` is missing.",
        message: "installationId is missing",
      },
      401: unauthorized,
      404: brainNotFound,
    },
  },
  "promptIndex.get": {
    details: "It gives an agent working context without the whole brain.",
    success: "The top pages, pinned ones first.",
    errors: {
      400: {
        description: "Validation failed, for example because `limit` is not a whole number.",
        message: 'limit must be a number, not "many"',
      },
      401: unauthorized,
      404: { ...brainNotFound, description: pageNotFound },
    },
  },
  "oauth.start": {
    details:
      "Send the user to `authorizationUrl`. The platform then sends the user back to your redirect URL with `code` and " +
      "`state`, which an operation named `confirmOauth` takes; the specification does not define its method, path and payload. " +
      "The signed state expires at `expiresAt`.",
    success: "The URL to send the user to, and its expiry.",
    errors: { 400: badEncoding, 401: unauthorized, 404: brainNotFound },
  },
  "bindings.unbind": {
    details: "The installation and its other bindings are unaffected.",
    success: "The binding was removed.",
    errors: { 400: badEncoding, 401: unauthorized, 404: brainNotFound },
  },
};
