import { describe, expect, it } from "vitest";
import { hostileTexts, readError, readIndex, readResult } from "../../sdk/test/tools/read-result.ts";
import { brainId, connect, textOf } from "./connect.ts";

describe("hostile texts of pages", () => {
  it("stay inside of the index, as a result, a resource and a prompt", async () => {
    await using connection = await connect({ mcp: { maxOutputLength: 10_000_000 } });
    const { client, server } = connection;
    hostileTexts.forEach((text, index) => {
      server.control.pages.create({ brainId, slug: `hostile-${index}`, title: text, summary: text, body: text });
    });
    const uri = `knowledge-base://brains/${brainId}/index`;
    const result = await client.callTool({ name: "prompt_index_get", arguments: { limit: 500 } });
    const { contents } = await client.readResource({ uri });
    const { messages } = await client.getPrompt({ name: `prompt_index_${brainId}` });
    const prompt = messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
    const texts = [
      textOf(result),
      ...contents.map((one) => ("text" in one ? one.text : "")),
      prompt.split("\n\n")[1] ?? "",
    ];
    expect(texts.map((text) => readIndex(text).length)).toEqual([30 + hostileTexts.length, 50, 50]);
  });

  it("stay inside of the result with a page, and of the message of an error", async () => {
    await using connection = await connect({ mcp: { allowDestructive: true } });
    const { client, server } = connection;
    for (const [index, text] of hostileTexts.entries()) {
      const slug = `hostile-${index}`;
      server.control.pages.create({ brainId, slug, title: text, summary: text, body: text });
      const page = await client.callTool({ name: "pages_archive", arguments: { slug } });
      expect(readResult(textOf(page))).toEqual(page.structuredContent);
      const wrong = await client.callTool({ name: "pages_archive", arguments: { [text]: text } });
      readError(textOf(wrong));
    }
  });
});
