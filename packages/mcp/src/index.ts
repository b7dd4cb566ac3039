/**
 * Serves the operations of the service as tools over the Model Context Protocol, for agents.
 *
 * @module
 */
export { createMcpServerFactory } from "./create-mcp-server-factory.ts";
export type { McpOptions } from "./mcp-options.ts";
