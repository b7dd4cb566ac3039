// The calls of the tools that careless-calls.mjs makes through packages of providers and hosts, and inspector.mjs through the inspector.
import { fileURLToPath } from "node:url";
import { contract } from "@knowledge-base/types";

export const allow = Object.keys(contract);
export const brainId = "brain_operations";
const bindingId = "binding_bridge";
export const installationId = "installation_harbour_line";

/** Names of tools, inputs, and a part of the result: of the success, or of the sentence that says what is wrong. */
export const calls = [
  ["prompt_index_get", { toolCallId: "call_0" }, "<knowledge-base-index "],
  ["channels_list", { sessionId: "session_0" }, '"isMember":true'],
  ["channels_list", { cursor: "a" }, "cursor is not a field"],
  ["oauth_start", { _meta: {} }, "authorizationUrl"],
  ["pages_archive", { slug: "kestrel", action: "call" }, '"archived":true'],
  ["bindings_update", { bindingId, notifyBriefs: false, chatInput: "" }, '"notifyBriefs":false'],
  ["bindings_unbind", { bindingId: "binding_yard", tool: "bindings_unbind" }, '"disconnected":true'],
];

/** Calls with wrong types, which the tools convert or reject. */
export const carelessCalls = [
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
  ["bindings_unbind", { bindingId: null }, "bindingId must be a string, not null."],
];

const command = fileURLToPath(new URL("node_modules/.bin/knowledge-base-mcp", import.meta.url));
const args = ["--demo", "--brain", brainId, "--allow", allow.join(), "--allow-destructive"];

/** The command that serves the tools, with the demo data. */
export const mcpServer = { command, args: [...args, "--installation", installationId] };
