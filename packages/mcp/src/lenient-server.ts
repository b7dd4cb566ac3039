import { type JSONRPCMessage, McpServer, type Transport } from "@modelcontextprotocol/server";
import { readMessage } from "./read-message.ts";

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
