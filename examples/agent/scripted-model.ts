import { MockLanguageModelV4 } from "ai/test";

type Response = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"];

/**
 * A stand-in for a model of the AI SDK. It reads the index with a tool, asks to archive the page whose title contains a text, and
 * reports the result of that.
 */
export function scriptedModel(title: string): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const [last] = resultsOf(prompt).toReversed();
      if (!last) return callTool("prompt_index_get", { limit: null });
      if (last.toolName === "pages_archive") return respond({ type: "text", text: last.text });
      const slug = new RegExp(`slug="([^"]*)"[^>]*><title>[^<]*${title}`).exec(last.text)?.[1];
      return slug === undefined
        ? respond({ type: "text", text: `There is no page about ${title}.` })
        : callTool("pages_archive", { slug });
    },
  });
}

/** Returns the results of tools in a prompt as the model reads them. */
function resultsOf(prompt: Prompt) {
  return prompt.flatMap(({ role, content }) => {
    if (role !== "tool") return [];
    return content.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const { toolName, output } = part;
      return [{ toolName, text: "value" in output && typeof output.value === "string" ? output.value : output.type }];
    });
  });
}

function callTool(toolName: string, input: object): Response {
  const call = { type: "tool-call", toolCallId: `call_${toolName}`, toolName, input: JSON.stringify(input) } as const;
  return respond(call, "tool-calls");
}

function respond(part: Response["content"][number], reason: "stop" | "tool-calls" = "stop"): Response {
  return {
    content: [part],
    finishReason: { unified: reason, raw: reason },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  };
}
