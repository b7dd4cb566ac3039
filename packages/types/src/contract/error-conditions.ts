const badRequest = "Validation failed";
const unauthorized = "Missing or invalid x-api-key";

/**
 * What 400, 401 and 404 mean for the operations on bindings, channels and OAuth.
 *
 * @see Specification, section 7
 */
export const messagingErrors = {
  400: badRequest,
  401: unauthorized,
  404: "Brain or installation not found",
} as const;

/**
 * What 400, 401 and 404 mean for the operations on pages and on the prompt index.
 *
 * @see Specification, section 7
 */
export const pageErrors = {
  400: badRequest,
  401: unauthorized,
  404: "Brain, page, change or connection not found",
} as const;
