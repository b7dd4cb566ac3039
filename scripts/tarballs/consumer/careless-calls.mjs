// Every tool is called through packages that read or check the input themselves, with input as models and hosts write it. The other
// providers pass it on: tools.mjs has their conversations.
import assert from "node:assert/strict";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { toAiSdkTools, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { allow, brainId, calls, carelessCalls, installationId, mcpServer } from "./calls.mjs";

/** Each returns a function that calls a tool, and returns the text that the model gets. */
const callers = {
  aiSdk() {
    const { connection } = createReferenceServer({ seed: demoSeed() });
    const options = { allow, brainId, installationId, confirm: () => true };
    const tools = toAiSdkTools(toTools(new KnowledgeBase(connection), options));
    return async (toolName, input) => {
      const content = [{ type: "tool-call", toolCallId: "call_0", toolName, input: JSON.stringify(input) }];
      const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
      const response = { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
      const model = new MockLanguageModelV4({ doGenerate: [response] });
      const { toolResults } = await generateText({ model, tools, prompt: "Call the tool." });
      return toolResults[0].output.text;
    };
  },

  async langChain() {
    const client = new MultiServerMCPClient({ mcpServers: { kb: { ...mcpServer, stderr: "ignore" } } });
    const tools = await client.getTools();
    return async (name, input) => {
      const tool = tools.find((one) => one.name === name);
      return tool.invoke(input).then(
        ({ text }) => text,
        ({ message }) => message,
      );
    };
  },
};

// LangChain checks the input with the schema itself, and shows its own sentence to the model.
const ownSentence = { langChain: "Received tool input did not match expected schema" };

for (const [caller, open] of Object.entries(callers)) {
  const call = await open();
  const careless = carelessCalls.map(([name, input, part]) => [name, input, ownSentence[caller] ?? part]);
  for (const [name, input, part] of [...calls, ...careless]) {
    const text = await call(name, input);
    assert(text.includes(part), `${caller}: ${name} ${JSON.stringify(input)} returned ${text}`);
  }
}
process.exit();
