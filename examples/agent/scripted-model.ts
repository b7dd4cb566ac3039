import { MockLanguageModelV4 } from "ai/test";

type Response = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"];

/** A stand-in for a model. It archives the first page whose line in the prompt matches, and returns what the tool returned. */
export function createScriptedModel(line: RegExp): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = findLastResult(prompt);
      if (last?.tool === "pages_archive") return respond({ type: "text", text: last.text });
      const index = last?.text ?? readSystemPrompt(prompt);
      const entry = index.split("\n").find((text) => text.startsWith("  <page ") && line.test(text));
      const slug = /archive the page ([\w-]+)/i.exec(entry ?? "")?.[1] ?? /slug="([^"]*)"/.exec(entry ?? "")?.[1];
      if (slug !== undefined) return callTool("pages_archive", { slug });
      return last
        ? respond({ type: "text", text: "There is no such page." })
        : callTool("prompt_index_get", { limit: null });
    },
  });
}

/** Returns the system prompt that a model received. */
export function readSystemPrompt(prompt: Prompt | undefined): string {
  const [first] = prompt ?? [];
  return first?.role === "system" ? first.content : "";
}

function findLastResult(prompt: Prompt) {
  const parts = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  const part = parts.findLast(({ type }) => type === "tool-result");
  if (part?.type !== "tool-result") return undefined;
  const { toolName: tool, output } = part;
  return { tool, text: "value" in output ? String(output.value) : output.type };
}

function callTool(toolName: string, input: object): Response {
  const call = { type: "tool-call", toolCallId: `call_${toolName}`, toolName, input: JSON.stringify(input) } as const;
  return respond(call, "tool-calls");
}

function respond(part: Response["content"][number], reason: "stop" | "tool-calls" = "stop"): Response {
  const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const usage = { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } };
  return { content: [part], finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
}
