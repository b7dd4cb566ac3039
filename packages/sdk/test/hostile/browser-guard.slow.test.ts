import { describe, expect, it } from "vitest";
import { runNode } from "./run-node.ts";

describe("in a browser", () => {
  const program = (globals: string, options = "") => `
    import { KnowledgeBase } from "@knowledge-base/sdk";
    const { stdout } = process;
    ${globals}
    try {
      new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "key" ${options} });
      stdout.write("made");
    } catch (error) {
      stdout.write(error.code + ": " + error.message);
    }`;
  const refused = /^configuration: Failed to create a client: .*dangerouslyAllowBrowser/;
  const page = "globalThis.window = globalThis; globalThis.document = {};";
  const worker = "globalThis.WorkerGlobalScope = class {}; globalThis.location = {};";
  const noProcess = "delete globalThis.process;";
  const polyfill = "globalThis.process = { env: {}, versions: {}, browser: true };";

  it.each([
    ["a page", page + noProcess],
    ["a page with a stand-in for process", page + polyfill],
    ["a worker of a page", worker + noProcess],
  ])("the client of %s is refused unless it is asked for", async (_, globals) => {
    expect((await runNode(program(globals))).stdout).toMatch(refused);
    expect((await runNode(program(globals, ", dangerouslyAllowBrowser: true"))).stdout).toBe("made");
  });

  it.each([
    ["Node with the globals of a page, as test environments have", page],
    ["an edge runtime without process", noProcess],
    ["Deno, whose workers look like those of a page", `${worker}${noProcess}globalThis.Deno = {};`],
  ])("%s is not", async (_, globals) => {
    expect((await runNode(program(globals))).stdout).toBe("made");
  });
});
