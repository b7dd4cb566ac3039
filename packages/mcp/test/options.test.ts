import { createMcpServerFactory, type McpOptions } from "@knowledge-base/mcp";
import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";

const kb = new KnowledgeBase();

describe("createMcpServerFactory", () => {
  it.each<[options: unknown, problem: string]>([
    [{}, "brainId is missing."],
    [{ brainId: [] }, "brainId must be an id, or an array of different ids"],
    [{ brainId: "b", allowDestructive: "false" }, "allowDestructive must be true or false"],
    [{ brainId: "b", onToolCall: {} }, "onToolCall must be a function"],
    [{ brainId: "b", allow: ["pages.delete"] }, "allow[0].operation must be an operation"],
    [{ brainId: "b", readOnly: true }, "readOnly is not an option"],
  ])("rejects %j: %s", (options, problem) => {
    const create = () => createMcpServerFactory(kb, options as McpOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(problem);
  });
});
