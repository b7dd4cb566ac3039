import { describe, expect, it } from "vitest";
import { brainId, connect } from "./connect.ts";

const brains = [brainId, "brain_guest_services"];

describe("the prompt index of each brain", () => {
  it("is a resource", async () => {
    await using connection = await connect({ mcp: { brainId: brains } });
    const { client } = connection;
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
      ["knowledge-base://brains/brain_operations/index", "application/xml"],
      ["knowledge-base://brains/brain_guest_services/index", "application/xml"],
    ]);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([
        { uri, mimeType: "application/xml", text: expect.stringContaining("<page slug=") },
      ]);
    }
  });

  it("is a prompt", async () => {
    await using connection = await connect({ mcp: { brainId: brains } });
    const { prompts } = await connection.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "prompt_index_brain_operations",
      "prompt_index_brain_guest_services",
    ]);
    const { messages } = await connection.client.getPrompt({ name: "prompt_index_brain_operations" });
    expect(messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
    const [message] = messages;
    const text = message?.content.type === "text" ? message.content.text : "";
    expect(text).toMatch(
      /^These are the most important pages .* data,.*\n\n<knowledge-base-index pages="30" left-out="0">/,
    );
  });

  it("is not available if its operation is not allowed", async () => {
    await using connection = await connect({ mcp: { allow: ["channels.list"] } });
    const { client } = connection;
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
  });

  it("of another brain cannot be read", async () => {
    await using connection = await connect();
    const uri = "knowledge-base://brains/brain_guest_services/index";
    await expect(connection.client.readResource({ uri })).rejects.toThrow(/not found/i);
    expect(connection.server.journal.entries()).toEqual([]);
  });

  it("that cannot be read is an error without the key", async () => {
    await using connection = await connect();
    const { client, server, received } = connection;
    server.faults.add({ kind: "status", status: 503, times: 2 });
    const uri = "knowledge-base://brains/brain_operations/index";
    await expect(client.readResource({ uri })).rejects.toThrow("The knowledge base is not available.");
    await expect(client.getPrompt({ name: "prompt_index_brain_operations" })).rejects.toThrow("is not available");
    expect(received.join()).not.toContain(server.apiKey);
  });
});
