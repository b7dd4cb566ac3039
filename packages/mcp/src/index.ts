/**
 * Serves the operations of the service as tools over the Model Context Protocol, for agents.
 *
 * @module @knowledge-base/mcp
 */
export { createMcpServerFactory, type McpOptions } from "./create-mcp-server-factory.ts";
