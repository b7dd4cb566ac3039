import { isKnowledgeBaseError } from "@knowledge-base/sdk";
import type { AgentTool, ToolResult } from "@knowledge-base/sdk/tools";
import { toStandardSchema } from "@knowledge-base/types/internal";
import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { askPerson } from "./ask-person.ts";
import type { McpOptions, ToolCallEvent } from "./mcp-options.ts";

/** Options of {@link registerTool}. */
export type RegisterToolOptions = Required<Pick<McpOptions, "allowDestructive" | "onToolCall">>;

/** Adds a tool to a server. */
export function registerTool(
  server: McpServer,
  tool: AgentTool,
  { allowDestructive, onToolCall }: RegisterToolOptions,
): void {
  const { name, description, annotations, inputSchema, outputSchema } = tool;
  const mustAsk = annotations.destructiveHint && !allowDestructive;
  const finish = <Result>(outcome: ToolCallEvent["outcome"], result: Result): Result => {
    onToolCall?.({ tool: name, outcome });
    return result;
  };

  async function run(input: unknown, context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
    const { signal } = context.mcpReq;
    if (mustAsk) {
      const valid = await tool.validate(input);
      if (!valid.ok) return finish(valid.code, toCallResult(valid));
      const { outcome, result } = askPerson(server, context, { tool: name, ...valid });
      if (result) return finish(outcome, result);
    }
    try {
      const result = await tool.call(input, { signal });
      return finish(result.ok ? "ok" : result.code, toCallResult(result));
    } catch (error) {
      if (isKnowledgeBaseError(error)) finish(error.code, undefined);
      throw error;
    }
  }

  server.registerTool(
    name,
    {
      title: annotations.title,
      description,
      annotations,
      inputSchema: toStandardSchema(inputSchema),
      outputSchema: toStandardSchema(outputSchema),
    },
    run,
  );
}

function toCallResult(result: ToolResult): CallToolResult {
  const content: CallToolResult["content"] = [{ type: "text", text: result.text }];
  return result.ok ? { content, structuredContent: result.data } : { content, isError: true };
}
