import { isKnowledgeBaseError, type KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import type { OAuthCallbackProblem } from "@knowledge-base/sdk/oauth";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { MessagingError, type MessagingProblem } from "./messaging.ts";

/** Title and advice of a page that reports an error. */
export interface Problem {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly advice: string;
  /** Whether the same request may succeed later. */
  readonly isTemporary?: true;
}

const unexpected: Problem = {
  status: 500,
  title: "Something went wrong here",
  advice: "It is not your fault, and it was written down. Please try again, or come back later.",
};

const gone: Problem = {
  status: 404,
  title: "This is not here any more",
  advice: "It may have been disconnected in the meantime, or the address has a mistake.",
};

const unavailable: Problem = {
  status: 503,
  title: "The knowledge base is busy",
  advice: "Nothing is lost. Please try again in a minute.",
  isTemporary: true,
};

const broken: Problem = {
  status: 502,
  title: "The knowledge base could not be reached",
  advice: "The connection broke, or the response was invalid. Please try again in a minute.",
  isTemporary: true,
};

const expired: Problem = {
  status: 410,
  title: "That took too long",
  advice: "A request to connect is only open for a few minutes. Please connect again; nothing was changed.",
};

export const callbackProblems: Readonly<Record<OAuthCallbackProblem, Problem>> = {
  denied: {
    status: 403,
    title: "The workspace was not connected",
    advice: "The request was denied on the platform, and nothing was changed. You can connect again at any time.",
  },
  malformed: {
    status: 400,
    title: "The platform's answer is incomplete",
    advice: "Something got lost on the way back, and nothing was changed. Please connect again.",
  },
  state_mismatch: {
    status: 403,
    title: "You did not ask for this here",
    advice:
      "This answer belongs to no request to connect that was made in this browser, or to one that is done. " +
      "Nothing was changed. If somebody sent you the link, do not trust it.",
  },
  expired,
};

const messagingProblems: Readonly<Record<MessagingProblem, Problem>> = {
  expired,
  used: callbackProblems.state_mismatch,
  rejected: callbackProblems.malformed,
  not_found: gone,
  unavailable,
};

const clientProblems: Partial<Record<KnowledgeBaseErrorCode, Problem>> = {
  not_found: gone,
  rate_limit: unavailable,
  server_error: unavailable,
  connection: broken,
  response: broken,
  timeout: {
    status: 504,
    title: "The knowledge base takes too long",
    advice: "It did not answer in time. Please try again in a minute.",
    isTemporary: true,
  },
  unauthorized: {
    status: 500,
    title: "This application has no access",
    advice: "The knowledge base does not accept its key. Please tell whoever runs this application.",
  },
};

const requestProblems: Readonly<Record<number, Problem>> = {
  403: {
    status: 403,
    title: "This form came from another site",
    advice: "For your safety nothing was changed. Please use the form on this site.",
  },
  404: gone,
  413: { status: 413, title: "That is too much", advice: "The form was larger than any form of this site." },
};

/** Returns the problem that a page shows for an error. */
export function problemOf(error: unknown): Problem {
  if (isKnowledgeBaseError(error, "oauth_callback")) return callbackProblems[error.problem];
  if (isKnowledgeBaseError(error)) return clientProblems[error.code] ?? unexpected;
  if (error instanceof MessagingError) return messagingProblems[error.problem];
  if (error instanceof HTTPException) return requestProblems[error.status] ?? unexpected;
  return unexpected;
}
