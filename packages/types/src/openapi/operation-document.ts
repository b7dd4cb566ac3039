import type { ErrorOf, Input, OperationId, Output } from "../contract/operation-types.ts";

/** A response: its meaning or the reason for it, and an example of its body. */
export interface ResponseExample<Body = unknown> {
  readonly description: string;
  readonly example: Body;
}

/** The texts and examples of an operation that are not in the contract or its comments. */
export interface OperationDocument<Id extends OperationId> {
  readonly id: Id;
  /** End of the description, after the comment of the operation. */
  readonly details: string;
  /** An example of a request. */
  readonly request: Input<Id>;
  /** Response to the request. */
  readonly success: ResponseExample<Output<Id>>;
  /** Responses to other requests, by status. */
  readonly errors: {
    readonly [Status in ErrorOf<Id>["statusCode"]]: ResponseExample<ErrorOf<Id> & { readonly statusCode: Status }>;
  };
}
