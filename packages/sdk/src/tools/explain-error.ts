import type { Operation } from "@knowledge-base/types";
import type { AnyKnowledgeBaseError } from "../errors/any-knowledge-base-error.ts";
import type { KnowledgeBaseErrorCode } from "../errors/knowledge-base-error.ts";
import { cleanLine } from "../prompt/clean-line.ts";
import { escapeXml } from "../prompt/escape-xml.ts";
import type { ToolFailure } from "./agent-tool.ts";

/** In UTF-16 code units. Escaping makes the text at most six times as long. */
const maxQuotedLength = 500;
const maxTextLength = 1000;

const correct = "Correct the input and call the tool again.";
const noAccess = "The program has no access to the knowledge base. No input corrects that: tell the person.";
const unavailable = "The knowledge base is not available. Tell the person to try again later.";
const unreadable = "The response of the knowledge base cannot be used. Tell the person.";

/** What a model can do about each error. */
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
  response_too_large: unreadable,
};

/** Errors after which a request that changes something may have had its effect. */
const uncertain: readonly KnowledgeBaseErrorCode[] = [
  "server_error",
  "connection",
  "timeout",
  "response",
  "response_too_large",
];

/**
 * Explains an error of the client to a model, in one line. The message can quote the service, so it is escaped and inside of one
 * element.
 */
export function explainError(error: AnyKnowledgeBaseError, { idempotency }: Operation): ToolFailure {
  const { code, message } = error;
  const effect =
    idempotency !== "safe" && uncertain.includes(code) ? " It is not known whether the change was made." : "";
  const before = `${advice[code]}${effect} <knowledge-base-error code="${code}">`;
  const after = "</knowledge-base-error>";
  const text = `${before}${quote(message, maxTextLength - before.length - after.length)}${after}`;
  return { ok: false, text, code, error };
}

/** Escapes a message, and cuts it so that no escape is cut in two. */
function quote(message: string, maxLength: number): string {
  for (let length = maxQuotedLength; ; length = Math.floor(length / 2)) {
    const escaped = escapeXml(cleanLine(message, length));
    if (escaped.length <= maxLength) return escaped;
  }
}
