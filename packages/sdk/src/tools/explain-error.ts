import { escapeXml, invisibleCharacters } from "@knowledge-base/internal/escaping";
import { cutText } from "@knowledge-base/internal/texts";
import { isKnowledgeBaseError } from "../errors/is-knowledge-base-error.ts";
import type { KnowledgeBaseErrorCode } from "../errors/knowledge-base-error.ts";
import type { ToolFailure } from "./agent-tool.ts";
import type { ToolSettings } from "./tool-settings.ts";

const correct = "Correct the input and call the tool again.";
const noAccess = "The program has no access to the knowledge base. No input corrects that: tell the person.";
// If the program has set all ids.
const noRecord = "There is no such record, or no longer. No input corrects that: tell the person.";
const unavailable = "The knowledge base is not available. Tell the person to try again later.";

const advice: { readonly [Code in Exclude<KnowledgeBaseErrorCode, "aborted">]: string } = {
  input: correct,
  bad_request: correct,
  not_found:
    "There is no such record, or no longer. Take ids and slugs from the results of other tools, or ask the person for them.",
  unauthorized: noAccess,
  forbidden: noAccess,
  configuration: noAccess,
  redirect: noAccess,
  oauth_callback: noAccess,
  rate_limit: unavailable,
  server_error: unavailable,
  connection: unavailable,
  timeout: unavailable,
  api_error: "The knowledge base has rejected the call. Tell the person.",
  response: "The response of the knowledge base cannot be used. Tell the person.",
};

const uncertainCodes: readonly KnowledgeBaseErrorCode[] = ["server_error", "connection", "timeout", "response"];

const maxQuotedLength = 500;

/**
 * Explains an error of the client to a model, in one line. The message can quote the service or the model, so it is escaped
 * and inside of one element. Throws an error that a model can't do anything about.
 */
export function explainError({ operation, fields }: ToolSettings, error: unknown): ToolFailure {
  if (!isKnowledgeBaseError(error) || error.code === "aborted") throw error;
  const { code, message } = error;
  const isUncertain = operation.idempotency !== "safe" && uncertainCodes.includes(code);
  const effect = isUncertain ? " It is not known whether the change was made." : "";
  const givesIds = fields.some(({ isRequired }) => isRequired);
  const reason = code === "not_found" && !givesIds ? noRecord : advice[code];
  // Replaced and not removed: the message was redacted, and that could put the parts of a secret together.
  const quoted = escapeXml(cutText(message.replace(invisibleCharacters, " "), maxQuotedLength));
  const text = `${reason}${effect} <knowledge-base-error code="${code}">${quoted}</knowledge-base-error>`;
  return { ok: false, text, code, error };
}
