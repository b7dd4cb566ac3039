import { deniedText } from "@knowledge-base/internal/operation-texts";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Why a call isn't made, or the question that a person must answer first. */
export type Unconfirmed = typeof refused | typeof denied | InputRequiredResult;

/**
 * Asks a person by elicitation whether a call may be made, or reads the response if the person was asked before. Returns undefined if
 * the person has confirmed it.
 *
 * @param key - the whole call: a response to a question about another call doesn't count, even if both questions are the same because
 * they're shortened
 */
export async function askPerson(
  { server }: McpServer,
  { mcpReq }: ServerContext,
  key: string,
  question: string,
): Promise<Unconfirmed | undefined> {
  const { envelope, signal, id } = mcpReq;
  // Clients of the protocol of 2026 name their capabilities in each request, older ones when they connect.
  const declared: Readonly<Record<string, ClientCapabilities | undefined>> = envelope ?? {};
  const { elicitation } = declared[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  if (!elicitation || (elicitation.url && !elicitation.form)) return refused;
  const params = { message: question, requestedSchema };
  // If an older client declares elicitation but fails to ask, this rejects, and the call is refused below. With `inputRequired`, the SDK
  // would ask such a client too, but then end the call itself, with a text that doesn't say what to do.
  const ask = () => server.elicitInput(params, { signal, relatedRequestId: id, timeout: maxAnswerMs });
  // A request of an older client can't contain responses. If it seems to, nobody was asked, so the person is asked now.
  const responses = envelope ? mcpReq.inputResponses : { [key]: await ask().catch(() => undefined) };
  signal.throwIfAborted();
  if (!responses) return inputRequired({ inputRequests: { [key]: inputRequired.elicit(params) } });
  // The client has responded, but not to this question. It would do so again, so asking again might never end.
  if (inputResponse(responses, key).kind === "missing") return refused;
  const content = acceptedContent<{ readonly confirm?: unknown }>(responses, key);
  return content?.confirm === true ? undefined : denied;
}

const maxAnswerMs = 600_000;

const requestedSchema = {
  type: "object" as const,
  properties: { confirm: { type: "boolean" as const, title: "Yes, do it", default: false } },
  required: ["confirm"],
};

const refused = {
  ok: false,
  code: "refused",
  text:
    "This tool requires confirmation by a person, but this client cannot ask for it. Nothing was changed. Tell the person " +
    "that the server must be started with --allow-destructive, or used with a client that supports elicitation (over HTTP, in " +
    "the protocol version 2026-07-28 or later).",
} as const;

const denied = { ok: false, code: "denied", text: deniedText } as const;
