import type { Operation } from "@knowledge-base/types";
import { type ReceivedResponse, ResponseFailedError } from "./received-response.ts";

/**
 * Returns how a response violates the specification, whatever the request asked for: a 5xx, a success without the documented
 * status and body, a 400, 401 or 404 of an operation without the documented error body, or a 401 although the API key is valid.
 */
export function findViolation(response: ReceivedResponse): ResponseFailedError | undefined {
  try {
    check(response);
    return undefined;
  } catch (error) {
    if (error instanceof ResponseFailedError) return error;
    throw error;
  }
}

function check(response: ReceivedResponse): void {
  const { status } = response;
  const { operation, hasApiKey } = response.context.request;
  if (status >= 500) response.fail(`responded with ${status}`);
  // A path that is not that of an operation may be handled by anything in front of the service.
  if (!operation) return;
  if (status === 401 && hasApiKey) response.fail("responded with 401 although the API key is valid");
  if (isDocumentedError(operation, status)) response.expectError(status);
  else if (status < 300) checkSuccess(response, operation);
}

function checkSuccess(response: ReceivedResponse, { success }: Operation): void {
  if (response.status !== success.status)
    response.fail(`responded with ${response.status} instead of ${success.status}`);
  response.expectBody(success.schema);
}

function isDocumentedError({ errors }: Operation, status: number): boolean {
  return errors.includes(status);
}
