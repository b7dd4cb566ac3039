import type { Input, OperationId, Output } from "../contract/operation-types.ts";
import json from "./examples.json" with { type: "json" };

/** A valid request of each operation of the contract, and its response. The embedding has the first of many more numbers. */
export const operationExamples: {
  readonly [Id in OperationId]: { readonly input: Input<Id>; readonly output: Output<Id> };
} = json;

/** An invalid request: why its response has an error status, and how its input differs from the input of the example. */
export interface InvalidRequest {
  readonly description: string;
  readonly message: string;
  readonly input?: Readonly<Record<string, string>>;
}

const badEncoding = {
  description: "Validation failed.",
  message: "brainId must be percent-encoded UTF-8",
  input: { brainId: "%FF" },
};

/** Texts of each operation that aren't in its comment: of its successful response, and of an invalid request. */
export const operationTexts: {
  readonly [Id in OperationId]: { readonly success: string; readonly badRequest: InvalidRequest };
} = {
  "bindings.update": {
    success: "The binding, with the updated flags.",
    badRequest: {
      description: "Validation failed, for example because a flag is not a boolean.",
      message: "notifyBriefs must be a boolean, not a string",
    },
  },
  "pages.archive": {
    success:
      "The page, archived. The embedding of the example is shortened: a real one has more than a thousand numbers, about 16 KB of JSON.",
    badRequest: {
      ...badEncoding,
      description: "Validation failed. The specification also names an empty title or body, and a slug in use.",
    },
  },
  "channels.list": {
    success: "The channels.",
    badRequest: {
      description: "Validation failed, for example because `installationId` is missing.",
      message: "installationId is missing",
    },
  },
  "promptIndex.get": {
    success: "The top pages, pinned ones first.",
    badRequest: {
      description: "Validation failed, for example because `limit` is not a whole number.",
      message: 'limit must be a number, not "many"',
    },
  },
  "oauth.start": { success: "The URL to send the user to, and its expiry.", badRequest: badEncoding },
  "bindings.unbind": { success: "The binding was removed.", badRequest: badEncoding },
};
