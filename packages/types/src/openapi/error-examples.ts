import type { ErrorStatus } from "../contract/operation.ts";
import type { ErrorBody } from "../resources/error-body.ts";

const titles: { readonly [Status in ErrorStatus]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
};

/** The error body of a request. The message of a validation that failed stands in a list, for there may be several. */
export function errorExample<Status extends ErrorStatus>(
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

/** What every operation says of 401. Specification, sections 5 and 7. */
export function unauthorized(path: string) {
  return {
    description: "Unauthorized: `x-api-key` is missing or invalid.",
    example: errorExample(401, path, "Missing x-api-key header"),
  } as const;
}

/** What the operations say of 404 that are about pages. Specification, section 7. */
export const pageNotFound = "Brain, page, change or connection not found.";

/** What the operations say of 404 that are about the messaging platform. Specification, section 7. */
export const installationNotFound = "Brain or installation not found.";
