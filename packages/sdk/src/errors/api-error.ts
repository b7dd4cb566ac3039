import { StatusError } from "./status-error.ts";

/**
 * Thrown for any other error status: one without a class of its own, a 400, 401 or 404 that the operation does not declare in its
 * `errors`, or a 404 that may not mean that a record is missing. Such a 404 does not have the error body of the service, or says that
 * the path does not exist. For a custom operation, any JSON body whose `message` is a string counts as an error body.
 *
 * @example
 * ```ts
 * import { ApiError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response("Forbidden", { status: 403 });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ApiError && error.status); // 403
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#apierror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError" as const;
  override readonly code = "api_error" as const;
}
