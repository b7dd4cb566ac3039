import { toAiSdkTools } from "@knowledge-base/sdk/tools";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { brainId, type OpenTools, openTools } from "./open-tools.ts";

type Response = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const usage: Response["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function respond(content: Response["content"], unified: "stop" | "tool-calls"): Response {
  return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
}

/** A model that calls tools one after the other, and then writes a text. */
function modelThatCalls(...calls: readonly (readonly [name: string, input: object])[]) {
  return new MockLanguageModelV4({
    doGenerate: [
      ...calls.map(([toolName, input], index) =>
        respond(
          [{ type: "tool-call", toolCallId: `call_${index}`, toolName, input: JSON.stringify(input) }],
          "tool-calls",
        ),
      ),
      respond([{ type: "text", text: "Done." }], "stop"),
    ],
  });
}

function generate(
  model: MockLanguageModelV4,
  { tools }: OpenTools,
  messages: ModelMessage[],
  abortSignal?: AbortSignal,
) {
  return generateText({
    model,
    tools: toAiSdkTools(tools),
    messages,
    stopWhen: isStepCount(5),
    maxRetries: 0,
    ...(abortSignal && { abortSignal }),
  });
}

const question: ModelMessage = { role: "user", content: "Help." };

describe("toAiSdkTools", () => {
  it("gives the model strict definitions and the texts of results", async () => {
    const opened = openTools({ brainId });
    const model = modelThatCalls(["prompt_index_get", { limit: 1 }], ["prompt_index_get", { limit: "x" }]);
    const { text } = await generate(model, opened, [question]);
    expect(text).toBe("Done.");
    const [first, second, third] = model.doGenerateCalls;
    const [definition] = first?.tools ?? [];
    expect(definition).toMatchObject({ type: "function", name: "prompt_index_get", strict: true });
    expect(definition).toHaveProperty("inputSchema", opened.tools[0]?.inputSchema);
    expect(second?.prompt.at(-1)?.content).toMatchObject([
      {
        type: "tool-result",
        output: { type: "text", value: expect.stringContaining('<knowledge-base-index pages="1"') },
      },
    ]);
    expect(third?.prompt.at(-1)?.content).toMatchObject([
      { type: "tool-result", output: { type: "error-text", value: expect.stringContaining("limit must be a number") } },
    ]);
  });

  it("asks for an approval before a destructive tool is called", async () => {
    const opened = openTools({ brainId });
    const model = modelThatCalls(["pages_archive", { slug: "kestrel" }]);
    const { content, response } = await generate(model, opened, [question]);
    const request = content.find(({ type }) => type === "tool-approval-request");
    if (request?.type !== "tool-approval-request") throw new Error("There is no request for an approval");
    expect(opened.server.journal.entries()).toEqual([]);

    const messages: ModelMessage[] = [
      question,
      ...response.messages,
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: request.approvalId, approved: true }] },
    ];
    await generate(model, opened, messages);
    expect(opened.server.control.pages.get({ brainId, slug: "kestrel" }).archived).toBe(true);
  });

  it("needs no approval for invalid input, and none if the tool asks itself", async () => {
    const model = modelThatCalls(["pages_archive", {}]);
    const opened = openTools({ brainId });
    await generate(model, opened, [question]);
    expect(model.doGenerateCalls[1]?.prompt.at(-1)?.content).toMatchObject([
      { output: { type: "error-text", value: expect.stringContaining("slug is missing") } },
    ]);

    const asking = openTools({ brainId, confirm: () => true });
    await generate(modelThatCalls(["pages_archive", { slug: "kestrel" }]), asking, [question]);
    expect(asking.server.control.pages.get({ brainId, slug: "kestrel" }).archived).toBe(true);
  });

  it("passes the abort signal on", async () => {
    const opened = openTools({ brainId });
    opened.server.faults.add({ kind: "hang", operation: "promptIndex.get" });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const model = modelThatCalls(["prompt_index_get", {}]);
    await generate(model, opened, [question], controller.signal).catch(() => {});
    expect(opened.server.journal.entries()).toMatchObject([{ operation: "promptIndex.get" }]);
    expect(controller.signal.aborted).toBe(true);
  });
});
