import type { Operation } from "@knowledge-base/types";
import { type AnyKnowledgeBaseError, isKnowledgeBaseError, type KnowledgeBaseErrorCode } from "../index.ts";
import { cleanLine } from "../prompt/clean-line.ts";
import { escapeXml } from "../prompt/escape-xml.ts";
import type { ToolFailure } from "./agent-tool.ts";

const maxMessageLength = 500;
const maxTextLength = 1000;

const correct = "Correct the input and call the tool again.";
const noAccess = "The program has no access to the knowledge base. No input corrects that: tell the person.";
const unavailable = "The knowledge base is not available. Tell the person to try again later.";
const unreadable = "The response of the knowledge base cannot be used. Tell the person.";

/** Advice to the model about each error. */
const advice: { readonly [Code in KnowledgeBaseErrorCode]: string } = {
  input: correct,
  bad_request: correct,
  not_found:
    "There is no such record, or no longer. Take ids and slugs from the results of other tools, or ask the person for them.",
  unauthorized: noAccess,
  configuration: noAccess,
  redirect: noAccess,
  oauth_callback: noAccess,
  rate_limit: unavailable,
  server_error: unavailable,
  connection: unavailable,
  timeout: unavailable,
  aborted: "The call was aborted.",
  api_error: "The knowledge base has rejected the call. Tell the person.",
  response: unreadable,
};

/**
 * Explains to a model why a call has failed, in one line. The message can quote the service or the model, so it is
 * escaped and inside of one element.
 */
export function explainFailure(
  { idempotency }: Operation,
  code: KnowledgeBaseErrorCode,
  message: string,
  error?: AnyKnowledgeBaseError,
): ToolFailure {
  const mayHaveEffect = [unavailable, unreadable].includes(advice[code]) && code !== "rate_limit";
  const effect = mayHaveEffect && idempotency !== "safe" ? " It is not known whether the change was made." : "";
  const before = `${advice[code]}${effect} <knowledge-base-error code="${code}">`;
  const after = "</knowledge-base-error>";
  const quoted = escapeXml(cleanLine(message, maxMessageLength)).slice(0, maxTextLength - before.length - after.length);
  // The end of an entity that was cut is missing.
  return { ok: false, text: `${before}${quoted.replace(/&[^;]*$/, "")}${after}`, code, error };
}

/** Explains an error of the client. Throws an error that a model cannot do anything about. */
export function explainError(operation: Operation, error: unknown): ToolFailure {
  if (!isKnowledgeBaseError(error) || error.code === "aborted") throw error;
  return explainFailure(operation, error.code, error.message, error);
}
