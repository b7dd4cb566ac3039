import { KnowledgeBase } from "@knowledge-base/sdk";
import { type AgentTool, type ToolOptions, type ToolResult, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import type { OperationId } from "@knowledge-base/types";

export const allOperations: readonly OperationId[] = [
  "promptIndex.get",
  "channels.list",
  "pages.archive",
  "bindings.update",
  "bindings.unbind",
  "oauth.start",
];

export const brainId = "brain_operations";

/** Tools that call a reference server with the demo seed. */
export interface OpenTools {
  readonly server: ReferenceServer;
  readonly kb: KnowledgeBase;
  readonly tools: readonly AgentTool[];
  /** Calls a tool by its name. */
  readonly call: (name: string, input: unknown) => Promise<ToolResult>;
}

/** Creates the tools of all operations for a reference server with the demo seed. */
export function openTools(options: ToolOptions = {}): OpenTools {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey, fetch } = server;
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, retries: 0, logLevel: "off" });
  const tools = toTools(kb, { allow: allOperations, ...options });
  return { server, kb, tools, call: (name, input) => findTool(tools, name).call(input) };
}

/** Returns the tool with a name. */
export function findTool(tools: readonly AgentTool[], name: string): AgentTool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}`);
  return tool;
}
