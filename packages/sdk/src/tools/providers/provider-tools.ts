import { type Fields, fieldsOf } from "@knowledge-base/internal/json";
import { suggestName } from "@knowledge-base/internal/suggest-name";
import { cutText, showName } from "@knowledge-base/internal/texts";
import type { AgentTool, ToolCallOptions, ToolResult } from "../agent-tool.ts";

/**
 * Tools in the format of a provider.
 *
 * @typeParam Definition - a tool as a request to the provider describes it
 * @typeParam Result - the result of a call, for the next request
 */
export type ProviderTools<Definition, Result> = {
  /** The tools for a request to the provider. */
  readonly definitions: Definition[];
  /**
   * Calls the tools that a response of the provider names, one after the other, and returns the results for the next
   * request. Other parts of the response are ignored. The result of an unknown tool is an error message: if your
   * program has other tools too, pass only the calls of these tools.
   *
   * Rejects if the signal aborts a call, or if `confirm` throws.
   */
  readonly run: (parts: readonly object[] | undefined | null, options?: ToolCallOptions) => Promise<Result[]>;
};

interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
}

interface Format<Definition, Result> {
  readonly define: (tool: AgentTool) => Definition;
  // Returns undefined for a part that isn't a call.
  readonly read: (part: Fields) => Call | undefined;
  readonly write: (id: string, result: ToolResult) => Result;
}

/** Converts tools by the functions of a provider. */
export function convertTools<Definition, Result>(
  tools: readonly AgentTool[],
  { define, read, write }: Format<Definition, Result>,
): ProviderTools<Definition, Result> {
  return {
    definitions: tools.map(define),
    async run(parts, options) {
      const results: Result[] = [];
      // One after the other: a later call of a model may depend on an earlier one.
      for (const part of parts ?? []) {
        const call = read(fieldsOf(part));
        if (call) results.push(write(String(call.id), await callTool(tools, call, options)));
      }
      return results;
    },
  };
}

// A call that no tool can handle is a failure that the model can read.
async function callTool(tools: readonly AgentTool[], call: Call, options?: ToolCallOptions): Promise<ToolResult> {
  const name = String(call.name);
  const names = tools.map((tool) => tool.name);
  const tool = tools[names.indexOf(name)];
  if (tool) return tool.call(call.input, options);
  const text = cutText(`There is no tool ${showName(name)}: ${suggestName(name, names, "tool")}`, 1000);
  return { ok: false, code: "input", text };
}
