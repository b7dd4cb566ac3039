import { fieldsOf, isObject, parseJson } from "@knowledge-base/internal";
import { type JSONRPCMessage, McpServer, type Transport } from "@modelcontextprotocol/server";

/**
 * An MCP server that reads requests as hosts write them, whatever its transport is. The transports of the command read them before,
 * because they validate messages themselves.
 */
export class LenientServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => onmessage?.(readMessage(message) as JSONRPCMessage, extra);
  }
}

/**
 * Returns a message, or the messages of a batch, as the SDK takes it: without parameters that are null, and with arguments that are an
 * object and not JSON. Any other value stays as it is.
 */
export function readMessage(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(readMessage);
  const { params: given, ...others } = fieldsOf(message);
  if (typeof others["method"] !== "string" || given === undefined) return message;
  if (given === null) return others;
  if (!isObject(given)) return message;
  const { _meta: meta, arguments: input, ...params } = given;
  const read = typeof input === "string" ? (parseJson(input) ?? input) : input;
  return {
    ...others,
    params: dropNulls({ ...params, _meta: isObject(meta) ? dropNulls(meta) : meta, arguments: read }),
  };
}

function dropNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
