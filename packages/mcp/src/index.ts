/**
 * Serves the operations of the service as tools over the Model Context Protocol, for agents.
 *
 * @module @knowledge-base/mcp
 */
export { createMcpServerFactory, type McpOptions, type ToolCallEvent } from "./create-mcp-server-factory.ts";
