import type { ErrorStatus } from "../contract/operation.ts";
import type { ErrorBody } from "../resources/error-body.ts";

const titles: { readonly [Status in ErrorStatus]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
};

/** Creates an error body. After a failed validation `body.message` is a list, because there may be several messages. */
export function createErrorExample<Status extends ErrorStatus>(
  statusCode: Status,
  path: string,
  message: string,
): ErrorBody & { readonly statusCode: Status } {
  return {
    statusCode,
    timestamp: "2026-07-01T12:00:00.000Z",
    path,
    message,
    body: { statusCode, message: statusCode === 400 ? [message] : message, error: titles[statusCode] },
  };
}

/** Creates the 401 response of an operation. Specification, sections 5 and 7. */
export function createUnauthorizedExample(path: string) {
  return {
    description: "Unauthorized: `x-api-key` is missing or invalid.",
    example: createErrorExample(401, path, "Missing x-api-key header"),
  } as const;
}

/** Description of the 404 responses of operations on pages. Specification, section 7. */
export const pageNotFound = "Brain, page, change or connection not found.";

/** Description of the 404 responses of operations on the messaging platform. Specification, section 7. */
export const installationNotFound = "Brain or installation not found.";
