import { expect, it } from "vitest";
import { runNode } from "./helpers/run-node.ts";

const lines: readonly (readonly [line: string, count: number])[] = [
  ["kb.promptIndex.get({ brainId: 'b' });", 1],
  ["kb.promptIndex.get({ brainId: '..' });", 1],
  ["kb.promptIndex.get({ brainId: 'b' }).withResponse();", 1],
  ["kb.promptIndex.get({ brainId: 'b' }).safe();", 0],
  ["const call = kb.promptIndex.get({ brainId: 'b' }); call.safe(); call.catch(() => {});", 0],
  ["Promise.allSettled([kb.promptIndex.get({ brainId: 'b' })]);", 0],
];

it("a call that fails without being awaited causes the expected unhandled rejections", async () => {
  const program = `
    import { setTimeout } from "node:timers/promises";
    import { KnowledgeBase } from "@knowledge-base/sdk";
    let count = 0;
    process.on("unhandledRejection", () => { count += 1; });
    const fetch = async () => new Response(null, { status: 404 });
    const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "key", fetch });
    const counts = [];
    ${lines.map(([line]) => `count = 0; { ${line} } await setTimeout(100); counts.push(count);`).join("\n    ")}
    process.stdout.write(JSON.stringify(counts));
  `;
  const { stdout, code } = await runNode(program);
  expect(code).toBe(0);
  expect(lines.map(([line], index) => [line, JSON.parse(stdout)[index]])).toEqual(lines);
});
