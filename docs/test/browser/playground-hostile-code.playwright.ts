import { describe, expect, it } from "vitest";
import { usePlayground } from "./open-playground.ts";

const { openPlayground } = await usePlayground();

describe("code that does too much", () => {
  it.each([
    ["lines", "for (let line = 0; line < 100_000; line++) console.log(line)", "Only the first 1000 lines are shown."],
    ["characters", "console.log('x'.repeat(1_000_000))", "… and 900000 more characters"],
    ["numbers", "console.log(new Uint8Array(10_000_000))", "…(9999000)"],
  ])("shows the first of very many %s", async (_, code, shown) => {
    const { run } = await openPlayground();
    expect(await run(code)).toContain(shown);
  });

  it("shows the first of very many requests, records and changes", async () => {
    const { run, tab, panel } = await openPlayground();
    await run(`
      for (let index = 0; index < 501; index++) await server.fetch(server.baseUrl + "/" + index);
      for (let index = 0; index < 201; index++)
        server.control.pages.create({ brainId: "brain_operations", title: "Page " + index, body: "x" });`);
    expect(await panel.getByRole("article").count()).toBe(500);
    expect(await panel.innerText()).toContain("Only the first 500 are shown.");
    await tab("State 201 changed").click();
    expect(await panel.innerText()).toContain("And 1 more.");
    await panel.getByText("pages 242").click();
    expect(await panel.innerText()).toContain("And 42 more.");
  });

  it("can be stopped while it prints without end", async () => {
    const { page, editor, press, output } = await openPlayground();
    await editor.fill("for (let line = 0; ; line++) console.log(line)");
    await press("Run");
    await output.getByText("Only the first 1000 lines").waitFor();
    await press("Stop");
    expect(await output.innerText()).toContain("Stopped.");
    await page.getByRole("button", { name: "Run" }).waitFor();
  });

  it("sends a request whose body never ends until its signal aborts", async () => {
    const { run } = await openPlayground();
    const code = `
      const body = new ReadableStream();
      const request = { method: "POST", body, duplex: "half", signal: AbortSignal.timeout(50) };
      await fetch(server.baseUrl + "/v1/brains/x/index", request);`;
    expect(await run(code)).toContain("TimeoutError");
  });
});

describe("code that interferes with the playground", () => {
  it("cannot replace the worker's reports", async () => {
    const { run } = await openPlayground();
    await run(
      "globalThis.onmessage = () => console.log('overheard'); postMessage(null); globalThis.postMessage = null;",
    );
    expect(await run("console.log('still here')")).toBe("still here");
  });

  it("that is stopped before the worker received it keeps the changes of the previous run", async () => {
    const { run, press } = await openPlayground();
    await run(
      "await kb.pages.archive({ brainId: 'brain_operations', slug: 'kestrel' }); setTimeout(() => { while (true); });",
    );
    await press("Run");
    await press("Stop");
    expect(await run("console.log(server.snapshot().pages.find(({ slug }) => slug === 'kestrel').archived)")).toBe(
      "true",
    );
  });

  it.each([
    ["a value that cannot be read", "console.log({ get x() { throw 1; } }, 2)", "[something that cannot be printed] 2"],
    [
      "something thrown that cannot be read",
      "throw new Proxy({}, { getPrototypeOf() { throw 1; } })",
      "Something that cannot be printed was thrown.",
    ],
    ["an error without a stack", "throw Object.assign(new Error('bare'), { stack: 5 })", "Error: bare"],
  ])("cannot prevent that %s is shown", async (_, code, shown) => {
    const { run } = await openPlayground();
    expect(await run(code)).toContain(shown);
  });
});

describe("a browser that interferes with the playground", () => {
  it("is tried again if the worker did not start", async () => {
    const { page, run, output } = await openPlayground({
      prepare: (page) => page.route("**/worker-*.js", (route) => route.abort(), { times: 1 }),
      expected: [/Failed to load resource/],
    });
    await output.getByText("did not start").waitFor();
    expect(await run()).toContain("Electric fleet programme");
    expect(await page.getByRole("tab", { name: "Requests 1" }).isVisible()).toBe(true);
  });

  it("works if the browser denies access to its storage", async () => {
    const { run } = await openPlayground({
      prepare: (page) =>
        page.addInitScript(() =>
          Object.defineProperty(globalThis, "localStorage", {
            get() {
              throw new DOMException("Denied", "SecurityError");
            },
          }),
        ),
    });
    expect(await run()).toContain("Electric fleet programme");
  });
});
