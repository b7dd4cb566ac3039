import { componentRef } from "@knowledge-base/types/internal";

/** Names and descriptions of the responses of failed controls, by status. */
export const errorResponses: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ["Invalid", "The request, its input or an OAuth state is invalid"],
  401: ["Unauthorized", "The token of the controls is missing or wrong"],
  403: ["Forbidden", "The request came from a page in a browser"],
  404: ["NotFound", "A record that the input names does not exist"],
  408: ["TimedOut", "Nothing matched in time, or the request took too long"],
  409: ["Conflict", "The current state does not allow the change"],
  413: ["TooLarge", "The body or the state is larger than the limit"],
  500: ["Unexpected", "The server, or a function passed to it, failed"],
};

/** Statuses that every control can have: a listener also rejects a body that is too large or arrives too slowly. */
const commonStatuses = [400, 401, 403, 408, 413, 500];

/** Returns the responses of a control that fails, by status. */
export function createErrorResponses(statuses: readonly number[], common = commonStatuses) {
  const used = [...common, ...statuses];
  const documented = Object.entries(errorResponses).filter(([status]) => used.includes(Number(status)));
  return Object.fromEntries(documented.map(([status, [name]]) => [status, componentRef("responses", name)]));
}
