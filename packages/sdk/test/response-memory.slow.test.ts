import { describe, expect, it } from "vitest";
import { runNode } from "./helpers/run-node.ts";
import { createGzipBomb, startHttp } from "./helpers/sockets.ts";

const bomb = createGzipBomb(1024);

/** Calls a server in a process of its own. Returns the code of the error, and by how many megabytes the peak of its memory grew. */
async function measureCall(status: number) {
  let requests = 0;
  const url = await startHttp((request, response) => {
    requests += 1;
    if (request.url?.includes("warm-up")) response.end("[]");
    else response.writeHead(status, { "content-encoding": "gzip" }).end(bomb);
  });
  const { stdout, stderr } = await runNode(`
    import { KnowledgeBase } from "@knowledge-base/sdk";
    const peak = () => process.resourceUsage().maxRSS / 1024;
    const kb = new KnowledgeBase({ baseUrl: ${JSON.stringify(url)}, apiKey: "key", random: () => 0 });
    for (let call = 0; call < 50; call += 1) await kb.promptIndex.get({ brainId: "warm-up" });
    const before = peak();
    const result = await kb.promptIndex.get({ brainId: "b" }).safe();
    console.log(JSON.stringify({ code: result.error?.code, growth: peak() - before }));
    process.exit();
  `);
  if (stdout === "") throw new Error(stderr);
  return { ...(JSON.parse(stdout) as { code?: string; growth: number }), requests: requests - 50 };
}

describe("a body that decompresses to a gigabyte", () => {
  it("takes no more memory than a few times the limit, if it is successful", async () => {
    const { code, growth, requests } = await measureCall(200);
    expect([code, requests]).toEqual(["response", 1]);
    expect(growth).toBeLessThan(256);
  });

  it.each([
    [400, "bad_request", 1],
    [503, "server_error", 3],
    [307, "redirect", 1],
  ])("takes next to no memory with the status %s", async (status, expectedCode, expectedRequests) => {
    const { code, growth, requests } = await measureCall(status);
    expect([code, requests]).toEqual([expectedCode, expectedRequests]);
    expect(growth).toBeLessThan(96);
  });
});
