import { describe, expect, it, onTestFinished } from "vitest";
import { initializeWith, run, start } from "./helpers/start.ts";

describe("a session over standard input and output", () => {
  const flags = "--demo --brain=brain_operations --allow=promptIndex.get,pages.archive";

  /** Sends messages, or lines, and returns the responses in the order of their ids, and the log. */
  async function talk(messages: readonly (object | string)[], end = "\n") {
    const lines = messages.map((one) => (typeof one === "string" ? one : JSON.stringify({ jsonrpc: "2.0", ...one })));
    const { code, stdout, stderr } = await run(flags, {}, lines.join("\n") + end);
    const responses = stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return { code, stderr, responses: new Map(responses.map((response) => [response.id, response])), stdout };
  }

  const initialize = initializeWith({});
  const call = (params: object) => ({ id: 2, method: "tools/call", params });
  const readIndex = call({ name: "prompt_index_get", arguments: { limit: 1 } });
  const long = "x".repeat(1_200_000);
  const refused = (problem: string) => ({ error: { code: -32_600, message: expect.stringContaining(problem) } });
  const failed = (problem: string) => ({
    error: { code: expect.any(Number), message: expect.stringContaining(problem) },
  });
  const pages = (count: number) => ({ result: { content: [{ text: expect.stringContaining(`pages="${count}"`) }] } });

  // biome-ignore format: one row a line, or two if it is long
  it.each<{ what: string; message: object | string; id: number | string; response: object }>([
    { what: "without jsonrpc", message: '{"id":3,"method":"ping"}', id: 3, response: refused("is not JSON-RPC") },
    { what: "whose method isn't a text", message: { id: 3, method: 7 }, id: 3, response: refused("is not JSON-RPC") },
    { what: "without a method", message: { id: "a" }, id: "a", response: refused("is not JSON-RPC") },
    { what: "with a fractional id", message: { id: 3.5, method: "ping" }, id: 3.5, response: refused("is not JSON-RPC") },
    { what: "with parameters that aren't an object", message: { id: 3, method: "tools/list", params: [1] },
      id: 3, response: refused("is not JSON-RPC") },
    { what: "with a further field", message: { id: 3, method: "ping", session: 1 }, id: 3, response: refused("is not JSON-RPC") },
    { what: "in a batch", message: `[{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","id":4}]`, id: 3, response: { result: {} } },
    { what: "over the limit, with its id first", message: { id: 3, method: "ping", params: { id: 5, a: long } },
      id: 3, response: refused("is longer than 1048576 characters") },
    { what: "over the limit, with its id last", message: `{"method":"ping","params":{"id":5,"a":"${long}"},"jsonrpc":"2.0","id":"b"}`,
      id: "b", response: refused("is longer than 1048576 characters") },
    { what: "with parameters that are null",
      message: { id: 3, method: "tools/list", params: { cursor: null, _meta: { progressToken: null } } },
      id: 3, response: { result: { tools: expect.any(Array) } } },
    { what: "with arguments that are null", message: call({ name: "prompt_index_get", arguments: null, _meta: null }),
      id: 2, response: pages(30) },
    { what: "without arguments", message: call({ name: "prompt_index_get" }), id: 2, response: pages(30) },
    { what: "for a tool without a name", message: call({ arguments: {} }), id: 2, response: failed("expected string, received undefined") },
    { what: "for a tool with another name", message: call({ name: "promptIndex.get" }),
      id: 2, response: failed("Tool promptIndex.get not found") },
    { what: "for a tool with a long name", message: call({ name: "x".repeat(5000) }),
      id: 2, response: failed(`Tool ${"x".repeat(199)}… not found`) },
    { what: "with arguments that are a text", message: call({ name: "pages_archive", arguments: "kestrel" }),
      id: 2, response: { result: { isError: true, content: [{ text: expect.stringContaining("any of slug (got a string).") }] } } },
    { what: "with arguments that are null as text", message: call({ name: "prompt_index_get", arguments: "null" }),
      id: 2, response: pages(30) },
    { what: "for a session without its version", message: { id: 3, method: "initialize", params: {} },
      id: 3, response: failed("expected string, received undefined") },
  ])("has a response to a request $what, and goes on", async ({ message, id, response }) => {
    const last = { id: "last", method: "ping" };
    const lists = "[".repeat(100_000) + "]".repeat(100_000);
    const { code, responses } = await talk([initialize, message, "", "{", "7", lists, last]);
    expect(responses.get(id)).toMatchObject(response);
    expect([code, responses.get("last")]).toEqual([0, { jsonrpc: "2.0", id: "last", result: {} }]);
  });

  it("has responses to open calls and to a last line without an end, when the input ends", async () => {
    const { responses } = await talk([initialize, readIndex, { ...readIndex, id: 3 }], "");
    expect([responses.get(2), responses.get(3)]).toMatchObject([pages(1), pages(1)]);
  });

  it("doesn't wait for cancelled calls when the input ends", async () => {
    const cancelled = { method: "notifications/cancelled", params: { requestId: 2 } };
    expect(await talk([initialize, readIndex, cancelled])).toMatchObject({ code: 0 });
  });

  it("asks even if a call of an older host has a response, and doesn't wait for one when the input ends", async () => {
    const server = start(flags);
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...initializeWith({ elicitation: {} }) })}\n`);
    const key = JSON.stringify(["pages_archive", { slug: "kestrel", brainId: "brain_operations" }]);
    const inputResponses = { [key]: { action: "accept", content: { confirm: true } } };
    const archive = call({ name: "pages_archive", arguments: { slug: "kestrel" }, inputResponses });
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...archive })}\n`);
    await server.waitForOutput('"method":"elicitation/create"');
    server.stdin.end();
    const { stdout } = await server.ended;
    expect(stdout).toMatch(/Nothing was changed\..*"isError":true/);
  });

  it("responds to an open call when the input ends, if a notification other than a cancellation has named it", async () => {
    const server = start(flags);
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send(initializeWith({ elicitation: {} }));
    send(call({ name: "pages_archive", arguments: { slug: "kestrel" } }));
    await server.waitForOutput('"method":"elicitation/create"');
    send({ method: "notifications/progress", params: { progressToken: 1, progress: 1, requestId: 2 } });
    server.stdin.end();
    const { stdout } = await server.ended;
    expect(stdout).toMatch(/Nothing was changed\..*"isError":true/);
  });

  it("has sixty open calls while the host doesn't read, without a warning", async () => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => warnings.push(message);
    const real = process.on("warning", listen); // The command has a process of its own.
    onTestFinished(() => void real.off("warning", listen));
    const server = start(flags);
    server.output.cork();
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...initialize })}\n`);
    for (let id = 2; id < 62; id += 1) server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...readIndex, id })}\n`);
    await expect.poll(() => server.stderr.split("prompt_index_get: ok").length).toBe(61);
    server.output.uncork();
    await server.waitForOutput('"id":61}');
    expect(warnings).toEqual([]);
  });

  // biome-ignore format: one row a line
  it.each<{ does: string; response: object | undefined; outcome: string }>([
    { does: "doesn't know the method", response: { error: { code: -32_601, message: "Method not found" } }, outcome: "refused" },
    { does: "fails without a message", response: { error: { code: -1 } }, outcome: "refused" },
    { does: "responds without an action", response: { result: {} }, outcome: "refused" },
    { does: "responds without a result", response: {}, outcome: "refused" },
    { does: "responds with a text", response: { result: "yes" }, outcome: "refused" },
    { does: "responds with a wrong field", response: { result: { action: "accept", content: { confirm: "yes" } } }, outcome: "refused" },
    { does: "accepts without a field", response: { result: { action: "accept" } }, outcome: "denied" },
    { does: "cancels the call", response: undefined, outcome: "aborted" },
  ])("changes nothing if the host declares elicitation and $does", async ({ response, outcome }) => {
    const server = start(flags);
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send(initializeWith({ elicitation: {} }));
    send(call({ name: "pages_archive", arguments: { slug: "kestrel" } }));
    await server.waitForOutput('"method":"elicitation/create"');
    const [, id] = /"method":"elicitation\/create".*?"id":(\d+)/.exec(server.stdout) ?? [];
    send(response ? { id: Number(id), ...response } : { method: "notifications/cancelled", params: { requestId: 2 } });
    await server.waitForOutput(`pages_archive: ${outcome}\n`, server.errors);
    send({ ...readIndex, id: 3, params: { name: "prompt_index_get" } });
    await server.waitForOutput('"id":3}');
    expect(server.stdout).toContain('slug=\\"kestrel\\"');
    if (response) expect(server.stdout).toMatch(/Nothing was changed\..*"isError":true/);
    expect(server.stderr.match(/pages_archive: .*/g)).toEqual([`pages_archive: ${outcome}`]);
  });
});
