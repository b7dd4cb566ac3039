// Every tool is called through the package of each provider and host that reads the input itself, as models and hosts write it.
// Those that only pass it on are in tools.mjs.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { toAiSdkTools, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { contract } from "@knowledge-base/types";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";

const allow = Object.keys(contract);
const brainId = "brain_operations";
const bindingId = "binding_bridge";
const installationId = "installation_harbour_line";
const question = { role: "user", content: "Call the tool." };

/** Names of tools, inputs, and a part of the result: of the success, or of the sentence that says what is wrong. */
const calls = [
  ["prompt_index_get", { toolCallId: "call_0" }, "<knowledge-base-index "],
  ["channels_list", { sessionId: "session_0" }, '"isMember":true'],
  ["channels_list", { cursor: "a" }, "cursor is not a field"],
  ["oauth_start", { _meta: {} }, "authorizationUrl"],
  ["pages_archive", { slug: "kestrel", action: "call" }, '"archived":true'],
  ["bindings_update", { bindingId, notifyBriefs: false, chatInput: "" }, '"notifyBriefs":false'],
  ["bindings_unbind", { bindingId: "binding_yard", tool: "bindings_unbind" }, '"disconnected":true'],
];

/** Calls with wrong types, which the tools convert or reject. */
const carelessCalls = [
  ["prompt_index_get", null, "<knowledge-base-index "],
  ["prompt_index_get", { limit: "2" }, 'pages="2"'],
  ["prompt_index_get", { limit: "" }, "<knowledge-base-index "],
  ["prompt_index_get", { limit: "null" }, "<knowledge-base-index "],
  ["prompt_index_get", { limit: "many" }, "limit must be a number, not a string."],
  ["channels_list", null, '"isMember":true'],
  ["bindings_update", { bindingId, notifyBriefs: "true", notifyChanges: "" }, '"notifyBriefs":true'],
  ["bindings_update", { bindingId, notifyBriefs: "no" }, "notifyBriefs must be a boolean, not a string."],
  ["oauth_start", null, "authorizationUrl"],
  ["oauth_start", ["a"], "must be an object"],
  ["pages_archive", null, "slug is missing."],
  ["bindings_unbind", { bindingId: null }, "bindingId is missing."],
];

/** Each returns a function that calls a tool, and returns the text that the model gets. */
const callers = {
  aiSdk: (tools) => async (name, input) => {
    const content = [{ type: "tool-call", toolCallId: "call_0", toolName: name, input: JSON.stringify(input) }];
    const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
    const response = { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
    const scripted = new MockLanguageModelV4({ doGenerate: [response] });
    const { toolResults } = await generateText({ model: scripted, tools: toAiSdkTools(tools), messages: [question] });
    return toolResults[0].output.text;
  },

  async mcp() {
    const client = new Client({ name: "consumer", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ ...mcpServer, stderr: "ignore" }));
    return async (name, input) => textOf(await client.callTool({ name, arguments: input }));
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

const command = fileURLToPath(new URL("node_modules/.bin/knowledge-base-mcp", import.meta.url));
const args = ["--demo", "--brain", brainId, "--allow", allow.join(), "--allow-destructive"];
const mcpServer = { command, args: [...args, "--installation", installationId] };
const textOf = ({ content }) => content.map(({ text }) => text).join("\n");

// LangChain checks the input with the schema itself, and shows its own sentence to the model.
const ownSentence = { langChain: "Received tool input did not match expected schema" };

for (const [caller, open] of Object.entries(callers)) {
  const { connection } = createReferenceServer({ seed: demoSeed() });
  const options = { allow, brainId, installationId, confirm: () => true };
  const call = await open(toTools(new KnowledgeBase(connection), options));
  const careless = carelessCalls.map(([name, input, part]) => [name, input, ownSentence[caller] ?? part]);
  for (const [name, input, part] of [...calls, ...careless]) {
    const text = await call(name, input);
    assert(text.includes(part), `${caller}: ${name} ${JSON.stringify(input)} returned ${text}`);
  }
}
process.exit();
