import type { ErrorOf, Input, OperationId, Output } from "../contract/operation-types.ts";

/** An answer: when it is given, or what it means, and an example of its body. */
export interface Answer<Body = unknown> {
  readonly description: string;
  readonly example: Body;
}

/** What the document says of an operation beyond the contract and its comments. */
export interface OperationDocument<Id extends OperationId> {
  readonly id: Id;
  /** What follows the comment of the operation in its description. */
  readonly details: string;
  /** An example of a request. */
  readonly request: Input<Id>;
  /** What it is answered with. */
  readonly success: Answer<Output<Id>>;
  /** What other requests are answered with, by status. */
  readonly errors: {
    readonly [Status in ErrorOf<Id>["statusCode"]]: Answer<ErrorOf<Id> & { readonly statusCode: Status }>;
  };
}
