import { cutText, fieldsOf, isObject, parseJson } from "@knowledge-base/internal";
import { type JSONRPCMessage, McpServer, ProtocolErrorCode, type Transport } from "@modelcontextprotocol/server";

const maxNameLength = 500;

// Field in which arguments that aren't an object pass the schema of the SDK.
const argumentsField = "knowledge-base/arguments";

// The texts of @modelcontextprotocol/server 2.4.0, which gives these errors no class and no data, and a missing tool the code of every
// invalid parameter. The tests of sessions fail if an update changes them.
const textsOfSdk = {
  // A name such as toString counts as the name of a tool that is disabled.
  unknownTool: /^Tool (?<name>.*) (?:not found|disabled)$/s,
  // The issues of a schema are JSON at the end.
  invalidParameters: /^[^[]*(?<issues>\[.*\])$/s,
};

/**
 * An MCP server that reads requests as hosts write them, and whose errors a model understands. The SDK rejects parameters that are
 * null, and arguments that aren't an object, before the tool can read them. Its errors are a dump of its schema, or don't say which
 * tools there are.
 */
export class LenientServer extends McpServer {
  toolNames: readonly string[] = [];

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message, extra) => onmessage?.(readRequests(message) as JSONRPCMessage, extra);
    transport.send = (message, options) => send(this.#explain(message), options);
  }

  #explain(message: JSONRPCMessage): JSONRPCMessage {
    if (!("error" in message)) return message;
    const text = this.#findProblem(message.error.message);
    return text === undefined
      ? message
      : { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: text } };
  }

  #findProblem(given: string): string | undefined {
    const { issues = "" } = textsOfSdk.invalidParameters.exec(given)?.groups ?? {};
    const [issue] = [parseJson(issues)].flat();
    const { path, message } = fieldsOf(issue);
    if (Array.isArray(path)) return `${path.join(".")}: ${String(message)}`;
    const { name } = textsOfSdk.unknownTool.exec(given)?.groups ?? {};
    if (name === undefined) return undefined;
    return `Tool ${cutText(name, maxNameLength)} not found. The tools are ${this.toolNames.join(", ")}`;
  }
}

/**
 * Returns a message, or the messages of a batch, with requests as the SDK takes them: without parameters that are null, and with any
 * arguments in an object. What it has returned stays the same if it's read again: the transports of the command validate messages
 * before the server gets them.
 */
export function readRequests(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(readRequests);
  const { method, params: given, ...others } = fieldsOf(message);
  if (typeof method !== "string" || (given && !isObject(given))) return message;
  const params = dropNulls(given);
  if (params["_meta"]) params["_meta"] = dropNulls(params["_meta"]);
  const { arguments: input } = params;
  if (input !== undefined && !isObject(input)) params["arguments"] = { [argumentsField]: input };
  return { ...others, method, ...(isObject(given) && { params }) };
}

function dropNulls(fields: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fieldsOf(fields)).filter(([, value]) => value !== null));
}

/** Returns the arguments of a tool as the host has written them. */
export function readArguments(input: unknown): unknown {
  return fieldsOf(input)[argumentsField] ?? input;
}
