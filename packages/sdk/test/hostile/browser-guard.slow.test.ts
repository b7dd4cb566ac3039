import { describe, expect, it } from "vitest";
import { runNode } from "./run-node.ts";

describe.concurrent("in a browser", () => {
  /** Creates a client without and with the option, and prints the messages. */
  const program = (globals: string) => `
    import { KnowledgeBase } from "@knowledge-base/sdk";
    const { stdout } = process;
    ${globals}
    for (const options of [{}, { dangerouslyAllowBrowser: true }]) {
      try {
        new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "key", ...options });
        stdout.write("made\\n");
      } catch (error) {
        stdout.write(error.code + ": " + error.message + "\\n");
      }
    }`;
  const rejected = /^configuration: Failed to create a client: .*dangerouslyAllowBrowser.*\nmade\n$/;
  const page = "globalThis.window = globalThis; globalThis.document = {};";
  const worker = "globalThis.WorkerGlobalScope = class {}; globalThis.location = {};";
  const noProcess = "delete globalThis.process;";
  const polyfill = "globalThis.process = { env: {}, versions: {}, browser: true };";

  it.each([
    ["a page", page + noProcess],
    ["a page with a polyfill of process", page + polyfill],
    ["a worker of a page", worker + noProcess],
  ])("rejects the client of %s unless dangerouslyAllowBrowser is set", async (_, globals) => {
    expect((await runNode(program(globals))).stdout).toMatch(rejected);
  });

  it("sends no user-agent, of which the browser has its own", async () => {
    const send = `
      delete globalThis.process;
      const fetch = async (url, { headers }) => {
        stdout.write(JSON.stringify(Object.keys(headers)));
        return Response.json([]);
      };
      const { KnowledgeBase } = await import("@knowledge-base/sdk");
      const options = { baseUrl: "https://kb.example.com", apiKey: "key", dangerouslyAllowBrowser: true, fetch };
      await new KnowledgeBase(options).promptIndex.get({ brainId: "b" });`;
    const run = async (globals: string) => (await runNode(`const { stdout } = process; ${globals} ${send}`)).stdout;
    expect(JSON.parse(await run(page))).toEqual(["accept", "x-api-key"]);
    expect(JSON.parse(await run(""))).toEqual(["accept", "user-agent", "x-api-key"]);
  });

  it.each([
    ["Node with the globals of a page, as test environments have", page],
    ["an edge runtime without process", noProcess],
    ["Deno, whose workers look like those of a page", `${worker}${noProcess}globalThis.Deno = {};`],
  ])("accepts the client of %s", async (_, globals) => {
    expect((await runNode(program(globals))).stdout).toBe("made\nmade\n");
  });
});
