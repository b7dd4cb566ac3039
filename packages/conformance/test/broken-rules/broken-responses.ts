import type { BrokenRule } from "./broken-rule.ts";

/** Broken rules about keys and errors. */
export const brokenResponses: readonly BrokenRule[] = [
  {
    name: "a key in the query is accepted",
    file: "http/request-handler.ts",
    edits: [
      `request.header("x-api-key") ?? ""`,
      `request.header("x-api-key") ?? new URLSearchParams(request.query).get("api_key") ?? ""`,
    ],
    foundBy: "authentication/key-in-query",
  },
  {
    name: "all keys belong to the first organization",
    file: "http/request-handler.ts",
    edits: [
      "apiKey && serverState.organization(apiKey.organizationId)",
      `apiKey && serverState.organization(request.path.includes("brain_recipes") ? apiKey.organizationId : "org_harbour_line")`,
    ],
    foundBy: "organizations/foreign-key",
  },
  {
    name: "errors are labelled as text",
    file: "http/error-response.ts",
    edits: [
      "return createJsonResponse(status, JSON.stringify(body), headers);",
      `return createJsonResponse(status, JSON.stringify(body), { ...headers, "content-type": "text/plain" });`,
    ],
    foundBy: "errors/content-type",
  },
  {
    name: "the body of a 400 has no message for each field",
    file: "http/error-response.ts",
    edits: ["message: details, error", "message: statusTitle(status), error"],
    foundBy: "errors/validation-messages",
  },
  {
    name: "the exception response has another status",
    file: "http/error-response.ts",
    edits: ["body: { statusCode: status,", "body: { statusCode: 500,"],
    foundBy: "errors/exception-response",
  },
  {
    name: "errors have an empty message",
    file: "http/error-response.ts",
    edits: ["    path,\n    message,", `    path,\n    message: "",`],
    foundBy: "errors/documented-body",
  },
  {
    name: "the timestamp of errors is constant",
    file: "http/error-response.ts",
    edits: ["    timestamp,\n    path,", `    timestamp: "1970-01-01T00:00:00.000Z",\n    path,`],
    foundBy: "errors/timestamp-of-failure",
  },
];
