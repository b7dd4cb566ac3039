import type { KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";
import type { OAuthCallbackProblem } from "./oauth-callback-error.ts";

/** Documentation of an error, for the error catalogue. No entry point imports this file, so no bundle contains it. */
export interface ErrorRemedy {
  /** When the error is thrown: the rest of a sentence that begins with "Thrown". */
  readonly when: string;
  /** What to do about the error. */
  readonly remedy: string;
  /** Whether the client retries the request before it throws the error. */
  readonly retried: `Yes${string}` | `No${string}`;
}

/** The documentation of each error code. */
export const errorRemedies: Readonly<Record<KnowledgeBaseErrorCode, ErrorRemedy>> = {
  bad_request: {
    when: "for status 400, if the service rejects the input.",
    remedy: "Read `issues`, which has the path and the message of each problem, and correct the input.",
    retried: "No. The same input would be rejected again.",
  },
  unauthorized: {
    when: "for status 401, if the API key is missing or invalid, for example because it was revoked.",
    remedy:
      "Check the option `apiKey` or the environment variable `KNOWLEDGE_BASE_API_KEY`. Check that the key belongs to the " +
      "service at `baseUrl`.",
    retried: "No, unless `apiKey` is a function: it is called once more, and a different key is tried.",
  },
  not_found: {
    when: "for status 404, if a record that the input names does not exist or belongs to another organization.",
    remedy:
      "Check the ids and slugs of the input, and the organization of the API key. Catch the error if a missing record is " +
      "an expected case.",
    retried: "No.",
  },
  rate_limit: {
    when: "for status 429, if there were too many requests.",
    remedy:
      "Wait for `retryAfter` milliseconds, if it is set, and send fewer requests at a time. To let the client wait longer, " +
      "raise `retries` and `deadline`.",
    retried: "Yes, even if the operation is not idempotent. The client waits as long as `Retry-After` asks.",
  },
  server_error: {
    when: "for status 500 to 599, if the service or a gateway in front of it failed.",
    remedy:
      "Try again later. If the error persists, report its `requestId` to the operator of the service. After a request that " +
      "is not idempotent, first check whether it had its effect.",
    retried: "Yes for status 500, 502, 503 and 504, if the operation is idempotent. No for other statuses.",
  },
  api_error: {
    when:
      "for any other error status: 403, 409 and others, a status that the operation does not declare, and a 404 that does " +
      "not have the error body of the service.",
    remedy:
      "Read `status`, and `body` or `rawBody`. A 404 usually means that `baseUrl` is wrong, or that a proxy responded: the " +
      "message says what to check.",
    retried: "No, except for status 408 (if the operation is idempotent) and 425.",
  },
  connection: {
    when: "if the service could not be reached, or the connection was cut off before the response was complete.",
    remedy:
      "Check `baseUrl`, DNS, proxies, the firewall and TLS certificates. `cause` is a copy of the error of `fetch`, and `networkCode` " +
      "its code. After a request " +
      "that is not idempotent, first check whether it had its effect.",
    retried: "Yes, if the operation is idempotent or the request was never sent.",
  },
  timeout: {
    when: "if the last attempt exceeded `timeout`, the call exceeded `deadline`, or a limit inside `fetch` was reached.",
    remedy:
      "`limit` names the limit that was reached. Raise that option, or find out why the service is slow. To raise a " +
      "limit of `fetch`, pass your own `fetch`.",
    retried: "Yes after a `timeout`, if the operation is idempotent. No after the `deadline`.",
  },
  aborted: {
    when: "if the `signal` of the call was aborted.",
    remedy: "Usually nothing: your program aborted the call. `cause` is the reason of the signal.",
    retried: "No.",
  },
  redirect: {
    when: "if the service redirects. The client does not follow redirects, because it would send the API key along.",
    remedy: "Set `baseUrl` to the final address of the service. `location` is the target of the redirect.",
    retried: "No.",
  },
  response: {
    when:
      "if a successful response is not JSON, has no body, differs from the contract more than `validate` allows, or is larger " +
      "than `maxResponseBytes`.",
    remedy:
      "Read `issues`, or `rawBody` if the body is not JSON. HTML usually comes from a proxy or a website: check `baseUrl`. " +
      "If the service has changed, update the client, or set `validate` to `report`. If the message names `maxResponseBytes`, raise it, " +
      "or request less, for example with `limit`.",
    retried: "No. The request was executed.",
  },
  input: {
    when: "if the input of a call is invalid. Nothing was sent.",
    remedy: "Read `issues`, which has the path and the message of each problem, and correct the input.",
    retried: "No.",
  },
  configuration: {
    when:
      "if an option is missing, unknown or invalid, if a function among the options failed, or if `fetch` cannot send the " +
      "request.",
    remedy: "Correct the option that the message names. If a function failed, `cause` is its error.",
    retried: "No, unless the function `apiKey` failed: it is called again for the next attempt.",
  },
  oauth_callback: {
    when: "by `readOAuthCallback`, if a callback does not belong to the started flow, or access was denied.",
    remedy: "Read `problem`. Do not connect the brain; let the user start again.",
    retried: "No. Nothing was sent.",
  },
};

/** What to do about each problem of an OAuth callback. */
export const callbackRemedies: Readonly<Record<OAuthCallbackProblem, string>> = {
  denied: "The user or the platform denied access. Show the message, and let the user start again.",
  malformed: "Pass the complete URL of the callback, with its query. Respond with status 400 to any other request.",
  state_mismatch:
    "Reject the callback, because it may belong to another user. Check that the state is stored per session.",
  expired: "Call `oauth.start` again, and send the user to the new URL.",
};
