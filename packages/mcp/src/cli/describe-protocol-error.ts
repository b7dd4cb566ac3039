/** Describes an error of the MCP SDK in one line. The message of one about an invalid message is JSON of many lines. */
export function describeProtocolError({ name, message }: Error): string {
  return name === "ZodError" ? "the client has sent a message that is not JSON-RPC" : message;
}
