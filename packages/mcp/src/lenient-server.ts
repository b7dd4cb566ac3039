import { cutText, fieldsOf, isObject } from "@knowledge-base/internal";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type RegisteredTool,
  specTypeSchemas,
  type Transport,
} from "@modelcontextprotocol/server";

const maxNameLength = 500;

// Field in which arguments that aren't an object pass the schema of the SDK.
const argumentsField = "knowledge-base/arguments";

// The requests that need parameters.
const requestSchemas = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    "prompts/get": specTypeSchemas.GetPromptRequest,
    "resources/read": specTypeSchemas.ReadResourceRequest,
    "tools/call": specTypeSchemas.CallToolRequest,
  }),
);

/**
 * An MCP server that reads requests as hosts write them, and whose errors a model understands. The SDK rejects parameters that are
 * null, and arguments that aren't an object, before the tool can read them. Its errors are a dump of its schema, or don't say which
 * tools there are.
 */
export class LenientServer extends McpServer {
  readonly #toolNames: string[] = [];

  // A program may add tools of its own.
  override registerTool(name: string, config: never, callback: never): RegisteredTool {
    this.#toolNames.push(name);
    return super.registerTool(name, config, callback);
  }

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (given, extra) => {
      const message = readRequests(given) as JSONRPCMessage;
      const problem = this.#findProblem(message);
      if (problem) transport.send(problem).catch((error) => transport.onerror?.(error));
      else onmessage?.(message, extra);
    };
  }

  #findProblem(message: JSONRPCMessage) {
    if (!isJSONRPCRequest(message)) return undefined;
    const { id, method, params } = message;
    const fail = (text: string) => createError(id, ProtocolErrorCode.InvalidParams, text);
    const [issue] = requestSchemas.get(method)?.["~standard"].validate(message).issues ?? [];
    if (issue) return fail(`${issue.path?.map(String).join(".")}: ${issue.message}`);
    const name = String(params?.["name"]);
    if (method !== "tools/call" || this.#toolNames.includes(name)) return undefined;
    return fail(`Tool ${cutText(name, maxNameLength)} not found. The tools are ${this.#toolNames.join(", ")}`);
  }
}

/** Creates the response to a request that can't be handled. */
export function createError(id: string | number, code: ProtocolErrorCode, message: string) {
  return { jsonrpc: "2.0" as const, id, error: { code, message } };
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
