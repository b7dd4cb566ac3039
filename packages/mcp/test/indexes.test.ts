import { expect, it } from "vitest";
import { brainId, connect, textOf } from "./helpers/connect.ts";

const uri = `knowledge-base://brains/${brainId}/index`;
const name = `prompt_index_${brainId}`;

it("the prompt index of each brain is a resource and a prompt, with the text of the tool", async () => {
  await using connection = await connect({ mcp: { brainId: [brainId, "brain_guest_services"] } });
  const { client } = connection;
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  expect(resources.map((resource) => resource.uri)).toEqual([
    uri,
    "knowledge-base://brains/brain_guest_services/index",
  ]);
  expect(prompts.map((prompt) => prompt.name)).toEqual([name, "prompt_index_brain_guest_services"]);
  const text = textOf(await client.callTool({ name: "prompt_index_get", arguments: { brainId } }));
  expect(text).toMatch(/^<knowledge-base-index pages="30" left-out="0">/);
  expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: "application/xml", text }]);
  const [message] = (await client.getPrompt({ name })).messages;
  expect(message).toMatchObject({ role: "user", content: { type: "text" } });
  const content = textOf({ content: [message?.content ?? {}] });
  expect(content).toMatch(/^These are the most important pages .* data,/);
  expect(content.endsWith(`\n\n${text}`)).toBe(true);
});

it("an index has the settings of the tool", async () => {
  const allow = [{ operation: "promptIndex.get", name: "pages", fixed: { limit: 2 } }] as const;
  await using connection = await connect({ mcp: { allow } });
  const [content] = (await connection.client.readResource({ uri })).contents;
  expect(content).toHaveProperty("text", expect.stringContaining('pages="2"'));
});

it("an index isn't available if its operation isn't allowed", async () => {
  await using connection = await connect({ mcp: { allow: ["channels.list"] } });
  const { client } = connection;
  expect((await client.listResources()).resources).toEqual([]);
  expect((await client.listPrompts()).prompts).toEqual([]);
});

it("the index of another brain can't be read", async () => {
  await using connection = await connect({ mcp: { brainId: "brain_guest_services" } });
  await expect(connection.client.readResource({ uri })).rejects.toThrow(/not found/i);
  expect(connection.server.journal.entries()).toEqual([]);
});

it("an index that can't be read is an error without the key", async () => {
  await using connection = await connect();
  const { client, server, received } = connection;
  server.faults.add({ kind: "status", status: 503, times: 2 });
  await expect(client.readResource({ uri })).rejects.toThrow("The knowledge base is not available.");
  await expect(client.getPrompt({ name })).rejects.toThrow("The knowledge base is not available.");
  expect(received.join()).not.toContain(server.apiKey);
});
