import { describe, expect, it } from "vitest";
import { runNode } from "./run-node.ts";

describe("a call", () => {
  it.each([
    ["kb.promptIndex.get({ brainId: 'b' });", 1],
    ["kb.promptIndex.get({ brainId: '..' });", 1],
    ["kb.promptIndex.get({ brainId: 'b' }).withResponse();", 1],
    ["kb.promptIndex.get({ brainId: 'b' }).safe();", 0],
    ["const call = kb.promptIndex.get({ brainId: 'b' }); call.safe(); call.catch(() => {});", 0],
    ["Promise.allSettled([kb.promptIndex.get({ brainId: 'b' })]);", 0],
  ])("that fails without being awaited causes the expected unhandled rejections: %s", async (line, count) => {
    const program = `
      import { KnowledgeBase } from "@knowledge-base/sdk";
      let count = 0;
      process.on("unhandledRejection", (error) => { count += 1; process.stderr.write(error.name + "\\n"); });
      process.on("exit", () => process.stdout.write(String(count)));
      const fetch = async () => new Response(null, { status: 404 });
      const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "key", fetch });
      ${line}
    `;
    const { stdout, code } = await runNode(program);
    expect([stdout, code]).toEqual([String(count), 0]);
  });
});
