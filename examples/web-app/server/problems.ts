import { isKnowledgeBaseError } from "@knowledge-base/sdk";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The texts of an error page. */
export interface Problem {
  readonly status: ContentfulStatusCode;
  readonly text: string;
}

const busy: Problem = { status: 503, text: "The knowledge base is busy. Please try again in a minute." };
const broken: Problem = { status: 502, text: "The knowledge base could not be reached. Please try again in a minute." };
const gone: Problem = { status: 404, text: "This is not here any more." };
const expired: Problem = { status: 410, text: "That took too long. Please connect again." };
const mismatch: Problem = { status: 403, text: "You did not start this connection here. Nothing was changed." };
const unexpected: Problem = { status: 500, text: "Something went wrong here. Please try again later." };

// By the code of an error of the client or of the controls.
const problems: Readonly<Record<string, Problem>> = {
  not_found: gone,
  rate_limit: busy,
  server_error: busy,
  connection: broken,
  response: broken,
  unreachable: broken,
  timeout: { status: 504, text: "The knowledge base takes too long. Please try again in a minute." },
  unauthorized: { status: 403, text: "The key is no longer valid. Please sign in again." },
  oauth_expired_state: expired,
  oauth_used_state: mismatch,
};

/** Problems of the callback that ends an OAuth flow. */
export const callbackProblems = {
  denied: { status: 403, text: "The workspace was not connected, because it was denied." },
  malformed: { status: 400, text: "The response of the platform is incomplete. Please connect again." },
  state_mismatch: mismatch,
  expired,
} as const satisfies Readonly<Record<string, Problem>>;

/** Returns what a page says about an error. */
export function findProblem(error: Error): Problem {
  if (isKnowledgeBaseError(error, "oauth_callback")) return callbackProblems[error.problem];
  if (error instanceof HTTPException && error.status === 403)
    return { status: 403, text: "This form came from another site. Nothing was changed." };
  return problems[(error as { readonly code?: string }).code ?? ""] ?? unexpected;
}
