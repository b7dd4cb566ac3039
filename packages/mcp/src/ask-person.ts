import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** A call that a person should confirm. */
interface Call {
  /** Name of the tool. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly question: string;
}

/** The result of a call that is not made, because nobody has confirmed it. */
interface Unconfirmed {
  readonly outcome: "asked" | "denied" | "refused";
  readonly result: CallToolResult | InputRequiredResult;
}

/**
 * Asks a person by elicitation whether a call may be made, or reads the response if the person was asked before. Returns undefined if
 * the person has confirmed it.
 *
 * The key of the request is the whole call: a response to a question about another call does not count, also if both questions
 * are the same because they are shortened.
 */
export async function askPerson(
  server: McpServer,
  context: ServerContext,
  { tool, input, question }: Call,
): Promise<Unconfirmed | undefined> {
  const { envelope, signal, id } = context.mcpReq;
  const key = JSON.stringify([tool, input]);
  if (!canAsk(server, context)) return refused;
  // Older versions of the protocol have no such field.
  let inputResponses = envelope && context.mcpReq.inputResponses;
  if (inputResponse(inputResponses, key).kind === "missing") {
    // A client that has responded, but not to this question, would be asked again and again.
    if (inputResponses) return refused;
    const params = { message: question, requestedSchema };
    if (envelope)
      return { outcome: "asked", result: inputRequired({ inputRequests: { [key]: inputRequired.elicit(params) } }) };
    // The SDK would ask too, but not say that a client can't do what it declares.
    const options = { signal, relatedRequestId: id, timeout: longestWaitMs };
    const response = await server.server.elicitInput(params, options).catch(() => undefined);
    signal.throwIfAborted();
    if (!response) return refused;
    inputResponses = { [key]: response };
  }
  const content = acceptedContent<{ readonly confirm?: unknown }>(inputResponses, key);
  return content?.confirm === true ? undefined : denied;
}

const longestWaitMs = 600_000;

const requestedSchema = {
  type: "object" as const,
  properties: { confirm: { type: "boolean" as const, title: "Yes, do it", default: false } },
  required: ["confirm"],
};

const refused = fail(
  "refused",
  "This tool requires confirmation by a person, but this client cannot ask for it. Nothing was changed. Tell the person " +
    "that the server must be started with --allow-destructive, or used with a client that supports elicitation (over HTTP, in " +
    "the protocol version 2026-07-28 or later).",
);

const denied = fail(
  "denied",
  "The person did not allow this call. Nothing was changed. Do not repeat it unless the person asks for it.",
);

function fail(outcome: "denied" | "refused", text: string): Unconfirmed {
  return { outcome, result: { content: [{ type: "text", text }], isError: true } };
}

/** Clients of the protocol of 2026 name their capabilities in each request, older ones when they connect. */
function canAsk({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, ClientCapabilities | undefined>> = mcpReq.envelope ?? {};
  const { elicitation } = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
