import { fieldsOf, isObject } from "@knowledge-base/internal";
import { type JSONRPCMessage, McpServer, type Transport } from "@modelcontextprotocol/server";

/** Field in which arguments that are no object pass the schema of the SDK. */
const argumentsField = "knowledge-base/arguments";

/**
 * An MCP server that reads requests as hosts write them. The SDK rejects parameters that are null, and arguments that are no object,
 * with a dump of its schema, before the tool can read them.
 */
export class LenientServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => onmessage?.(readRequest(message) as JSONRPCMessage, extra);
  }
}

/** Returns a request without parameters that are null, and with any arguments in an object. Other messages stay as they are. */
export function readRequest(message: unknown): unknown {
  const { method, params: given, ...others } = fieldsOf(message);
  if (typeof method !== "string" || (given && !isObject(given))) return message;
  const params = dropNulls(given);
  if (params["_meta"]) params["_meta"] = dropNulls(params["_meta"]);
  const { name = "", arguments: input } = params;
  if (method === "tools/call") params["name"] = String(name);
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
