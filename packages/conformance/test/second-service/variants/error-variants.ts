import { STATUS_CODES } from "node:http";
import type { Variant } from "./variant.ts";

const german: Readonly<Record<number, string>> = {
  400: "Die Anfrage ist ungültig",
  401: "Nicht angemeldet",
  403: "Nicht erlaubt",
  404: "Nicht gefunden",
};

/** Differences in section 7, and in which error a request gets. */
export const errorVariants = {
  "error-path-decoded": {
    reason: '"Request path with the query string stripped": whether it is percent-encoded is not shown.',
    change: (rules) => ({
      errorPath: (request) => {
        try {
          return decodeURIComponent(rules.errorPath(request));
        } catch {
          return rules.errorPath(request);
        }
      },
    }),
  },
  "messages-in-german": {
    reason: '`message` is a "human-readable message"; its language is not shown.',
    change: () => ({ message: ({ status, field }) => `${german[status]}${field === undefined ? "" : `: ${field}`}` }),
  },
  "error-without-body": { reason: "`body` is not required.", change: () => ({ exceptionBody: () => undefined }) },
  "error-body-only-if-400": {
    reason: '`body` is the "original framework exception response when available".',
    change: (rules) => ({
      exceptionBody: (failure, message) => (failure.status === 400 ? rules.exceptionBody(failure, message) : undefined),
    }),
  },
  "error-body-with-map-of-fields": {
    reason: '"with per-field validation messages": their form is not shown.',
    change: () => ({
      exceptionBody: ({ status, field }, message) => ({
        statusCode: status,
        message: "Validation failed",
        error: STATUS_CODES[status],
        ...(field !== undefined && { errors: { [field]: [message] } }),
      }),
    }),
  },
  "foreign-records-are-403": {
    reason: '"A key is scoped to one organization"; the status for others is not shown, and 403 is named.',
    change: () => ({ foreignStatus: 403 }),
  },
  "readers-cannot-write": {
    reason: '"carries the role of the member"; "Which roles may call which operation: not shown."',
    change: () => ({
      mayCall: ({ role }, operation) => role === "owner" || operation === "readIndex" || operation === "listChannels",
    }),
  },
  "brain-before-input": {
    reason: "If a request deserves both 400 and 404, the specification does not say which it gets.",
    change: () => ({ findsBrainBeforeInput: true }),
  },
  "unknown-fields-refused": {
    reason: "The body of an update lists three fields; what happens to others is not shown.",
    change: () => ({ refusesUnknownFields: true }),
  },
  "any-content-type": {
    reason: "What happens without `Content-Type: application/json` is not shown.",
    change: (rules) => ({ readObject: (text) => rules.readObject(text, "application/json") }),
  },
  "no-body-is-empty-object": {
    reason: '"An empty object is a valid body"; whether none is, is not shown.',
    change: (rules) => ({ readObject: (text, contentType) => rules.readObject(text || "{}", contentType) }),
  },
  "unbind-of-missing-binding-is-404": {
    reason: "`disconnected` can be false, but when is not shown.",
    change: () => ({ missingBindingFails: true }),
  },
  "second-archive-is-400": {
    reason: "Whether an archived page can be archived is not shown.",
    change: () => ({ refusesSecondArchive: true }),
  },
  "unknown-routes-are-405": {
    reason: "Only six operations are described; what other methods get is not shown.",
    change: (rules) => ({
      intercept: (request) => {
        if (request.operation !== undefined) return rules.intercept(request);
        return { status: 405, headers: { allow: "GET" }, value: { message: "Method not allowed" } };
      },
    }),
  },
} satisfies Readonly<Record<string, Variant>>;
