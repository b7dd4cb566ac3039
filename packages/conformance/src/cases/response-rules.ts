import { fieldsOf } from "@knowledge-base/internal/json";
import { type AnySchema, contract, errorBodySchema, type Operation, type OperationId } from "@knowledge-base/types";
import { formatIssue, isTimestamp, parseSync } from "@knowledge-base/types/internal";
import { type ObservedResponse, unavailableStatuses } from "../run/observed-response.ts";
import type { ConformanceCase, Need } from "./case.ts";

/** Checks every response of every case. Without its needs, no run gets a response that it checks. */
export interface ResponseRule extends Omit<ConformanceCase, "level" | "run"> {
  readonly appliesTo: (response: ObservedResponse) => boolean;
  readonly findProblem: (response: ObservedResponse) => string | undefined;
}

interface Requirements {
  // The section of the operation comes first, and then those of the records in its response.
  readonly sections: readonly [string, ...string[]];
  // Without these, no run gets a success.
  readonly needs: readonly Need[];
}

export const successRequirements: { readonly [Id in OperationId]: Requirements } = {
  "bindings.update": { sections: ["4.1", "2.5"], needs: ["write", "brainId", "bindingId"] },
  "pages.archive": { sections: ["4.2", "2.1", "2.2", "2.3"], needs: ["write", "brainId", "slug"] },
  "channels.list": { sections: ["4.3", "2.6"], needs: ["brainId", "installationId"] },
  "promptIndex.get": { sections: ["4.4", "2.4"], needs: ["brainId"] },
  "oauth.start": { sections: ["4.5", "2.7"], needs: ["write", "brainId"] },
  "bindings.unbind": { sections: ["4.6", "2.8"], needs: ["write", "brainId", "bindingId"] },
};

const jsonContentType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The rules by name. If a response violates a rule, the rule fails, and not each case that got the response. */
export const responseRules: Readonly<Record<string, ResponseRule>> = {
  ...Object.fromEntries(Object.entries<Operation>(contract).map(([id, operation]) => [id, successRule(operation)])),
  "error-body": {
    title: "returns 400, 401 and 404 with the documented body",
    sections: ["7"],
    needs: [],
    appliesTo: isDocumentedError,
    findProblem: ({ json }) => describeMismatch(errorBodySchema, json),
  },
  "status-code": errorRule(
    "returns the status as the statusCode of an error",
    "returned a statusCode that is not the status",
    ({ statusCode }, { status }) => typeof statusCode !== "number" || statusCode === status,
  ),
  timestamp: errorRule(
    "returns an ISO 8601 timestamp in errors",
    "returned a timestamp that is not a date and a time of ISO 8601",
    ({ timestamp }) => typeof timestamp !== "string" || isTimestamp(timestamp),
  ),
  path: errorRule(
    "returns the path of the request without its query in errors",
    "returned a path that is not that of the request",
    ({ path }, response) => typeof path !== "string" || isPathOf(path, response),
  ),
  message: errorRule(
    "returns a message with a text in errors",
    "returned a message without text",
    ({ message }) => typeof message !== "string" || message.trim() !== "",
  ),
  "exception-response": errorRule(
    "if an error has a body field, it contains the exception response with its status and message",
    "returned a body field without the statusCode, message and error of an exception",
    ({ body }, { status }) => {
      if (typeof body !== "object" || body === null) return true;
      const { statusCode, message, error } = fieldsOf(body);
      const hasMessage = typeof message === "string" || (typeof message === "object" && message !== null);
      const hasError = typeof error === "string" || (error === undefined && status !== 400);
      return statusCode === status && hasMessage && hasError;
    },
  ),
  "content-type": {
    title: "sends responses, including errors, with the content type of JSON",
    sections: ["4", "7"],
    needs: [],
    appliesTo: (response) => response.text !== "" && (isDocumentedError(response) || isSuccess(response)),
    findProblem({ headers }) {
      const type = headers.get("content-type");
      return jsonContentType.test(type ?? "") ? undefined : `returned the content type ${type ?? "(none)"}`;
    },
  },
  "server-errors": {
    title: "never responds to an operation with a 5xx, unless it is not available",
    sections: ["4", "7"],
    needs: [],
    appliesTo: ({ request }) => request.operation !== undefined,
    findProblem: ({ status }) =>
      status >= 500 && !unavailableStatuses.includes(status) ? `responded with ${status}` : undefined,
  },
  "valid-key": {
    title: "accepts the API key of the target",
    sections: ["5", "7"],
    needs: ["brainId"],
    appliesTo: ({ request }) => request.isAuthorized && request.operation !== undefined,
    findProblem: ({ status }) => (status === 401 ? "responded with 401 although the API key is valid" : undefined),
  },
};

function successRule(operation: Operation): ResponseRule {
  const { id, success } = operation;
  return {
    title: `returns the documented body with ${success.status} from ${id}`,
    ...successRequirements[id as OperationId],
    appliesTo: (response) => response.request.operation === operation && isSuccess(response),
    findProblem({ status, json }) {
      if (status !== success.status) return `responded with ${status} instead of ${success.status}`;
      return describeMismatch(success.schema, json);
    },
  };
}

// `isRight` accepts fields that are missing or of another type: the rule of the body reports them.
function errorRule(
  title: string,
  problem: string,
  isRight: (error: Readonly<Record<string, unknown>>, response: ObservedResponse) => boolean,
): ResponseRule {
  const findProblem = (response: ObservedResponse) =>
    isRight(fieldsOf(response.json), response) ? undefined : problem;
  return { title, sections: ["7"], needs: [], appliesTo: isDocumentedError, findProblem };
}

function isSuccess({ status, request }: ObservedResponse): boolean {
  return request.operation !== undefined && status < 300;
}

// Anything in front of the service may handle other paths.
function isDocumentedError({ status, request }: ObservedResponse): boolean {
  return request.operation?.errors.includes(status) ?? false;
}

// A problem of several elements of a list is described once: `[].status is missing`.
function describeMismatch(schema: AnySchema, json: unknown): string | undefined {
  const validation = parseSync(schema, json);
  if (validation.ok) return undefined;
  const descriptions = validation.issues.map((issue) =>
    formatIssue(issue, "body")
      .replaceAll(/\[\d+\]/g, "[]")
      .replace(/, not -?\d\S*$/, ", not a number"),
  );
  return `returned a body that is not the documented one: ${[...new Set(descriptions)].join("; ")}`;
}

// A proxy may have removed the path of the base URL, and characters may be percent-encoded in any way or not at all.
function isPathOf(path: string, { request }: ObservedResponse): boolean {
  return [request.url.pathname, request.path].some((requested) => decode(path) === decode(requested));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
