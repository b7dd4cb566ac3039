import Anthropic from "@anthropic-ai/sdk";
import { toAnthropicTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import { brainId, openTools } from "./open-tools.ts";

interface SentBody {
  readonly tools?: unknown;
  readonly messages?: unknown;
}

/** A client of Anthropic that receives messages with this content, and records what it sends. */
function anthropicWith(...contents: readonly (readonly object[])[]) {
  const sent: SentBody[] = [];
  const fetch = async (...args: Parameters<typeof globalThis.fetch>) => {
    sent.push((await new Request(...args).json()) as SentBody);
    const content = contents[sent.length - 1];
    return Response.json({ id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn" });
  };
  return { sent, anthropic: new Anthropic({ apiKey: "sk-test", fetch, maxRetries: 0 }) };
}

describe("toAnthropicTools", () => {
  it("sends strict tools and the results of calls", async () => {
    const { tools } = openTools({ brainId });
    const { sent, anthropic } = anthropicWith(
      [
        { type: "text", text: "I look it up." },
        { type: "tool_use", id: "call_0", name: "prompt_index_get", input: { limit: 1 } },
        { type: "tool_use", id: "call_1", name: "pages_archive", input: { slug: "no-such-page" } },
      ],
      [{ type: "text", text: "Done." }],
    );
    const { definitions, run } = toAnthropicTools(tools);
    const request = { model: "m", max_tokens: 100, tools: definitions };
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Help." }];
    const { content } = await anthropic.messages.create({ ...request, messages });
    messages.push({ role: "assistant", content }, { role: "user", content: await run(content) });
    await anthropic.messages.create({ ...request, messages });

    expect(sent[0]?.tools).toEqual(
      tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
        strict: true,
      })),
    );
    expect(sent[1]?.messages).toMatchObject([
      {},
      { role: "assistant" },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_0",
            is_error: false,
            content: expect.stringContaining("<page slug"),
          },
          { type: "tool_result", tool_use_id: "call_1", is_error: true, content: expect.stringContaining("not_found") },
        ],
      },
    ]);
  });
});
