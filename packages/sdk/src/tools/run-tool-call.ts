import { cutText, showName, suggestName } from "@knowledge-base/types/internal";
import type { AgentTool, ToolCallOptions, ToolFailure, ToolResult } from "./agent-tool.ts";

/** A call as a model has written it. */
export interface ModelCall {
  readonly name: string;
  /** The input, or JSON of it. */
  readonly input: unknown;
}

/** Calls the tool that a model names. A call that no tool can handle is a failure that the model can read. */
export async function runToolCall(
  tools: readonly AgentTool[],
  { name, input }: ModelCall,
  options: ToolCallOptions | undefined,
): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const known = tools.map((one) => one.name);
    return reject(`There is no tool ${showName(name)}: ${suggestName(name, known, "tool")}.`);
  }
  if (typeof input !== "string") return tool.call(input, options);
  const parsed = parseJson(input);
  return parsed ? tool.call(parsed.value, options) : reject("The input is not JSON. Call the tool again.");
}

function reject(text: string): ToolFailure {
  return { ok: false, code: "input", text: cutText(text.replace(/\?\.$/, "?"), 1000) };
}

/** An input without fields is often an empty text. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text.trim() === "" ? {} : JSON.parse(text) };
  } catch {
    return undefined;
  }
}
