import type { SchemaDrift } from "@knowledge-base/types/internal";
import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields from which a {@link ResponseError} is created. */
export interface ResponseErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /**
   * The beginning of the body, if it is not JSON.
   *
   * @default undefined
   */
  readonly rawBody?: string | undefined;
  /**
   * The differences from the contract, if the body is JSON.
   *
   * @default []
   */
  readonly issues?: readonly SchemaDrift[] | undefined;
}

/**
 * Thrown if a successful response does not have the body that the contract promises. Its `cause` is a `SyntaxError` if the body is
 * not JSON.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, ResponseError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response("<html>…</html>");
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ResponseError && error.rawBody); // <html>…</html>
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#responseerror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class ResponseError extends KnowledgeBaseError {
  override readonly name = "ResponseError" as const;
  override readonly code = "response" as const;

  /** HTTP status of the response. */
  readonly status: number;

  /** The first 4,096 characters of the body, if it is not JSON; otherwise undefined. */
  readonly rawBody: string | undefined;

  /**
   * The differences from the contract that the option `validate` does not allow, at most 100; empty if the body is not JSON.
   */
  readonly issues: readonly SchemaDrift[];

  constructor(fields: ResponseErrorInit) {
    super(fields);
    this.status = fields.status;
    this.rawBody = fields.rawBody;
    this.issues = fields.issues ?? [];
  }
}
