import { expect, it } from "vitest";
import { playgroundIn, useSite } from "./open-site.ts";

const open = await useSite();

/** Code that does too much or that cannot be shown, with a part of the output. Each row runs after those above it. */
const hostile: readonly (readonly [code: string, shown: string])[] = [
  ["for (let line = 0; line < 100_000; line++) console.log(line)", "Only the first 1000 lines are shown."],
  ["console.log('x'.repeat(1_000_000))", "… and 900000 more characters"],
  ["console.log(new Uint8Array(10_000_000))", "…(9999000)"],
  ["console.log({ get x() { throw 1; } }, 2)", "[something that cannot be printed] 2"],
  ["throw new Proxy({}, { getPrototypeOf() { throw 1; } })", "Something that cannot be printed was thrown."],
  ["throw Object.assign(new Error('bare'), { stack: 5 })", "Error: bare"],
  [
    `await fetch(server.baseUrl + "/v1/brains/x/index",
      { method: "POST", body: new ReadableStream(), duplex: "half", signal: AbortSignal.timeout(50) });`,
    "TimeoutError",
  ],
  ["globalThis.onmessage = () => console.log('overheard'); postMessage(null); globalThis.postMessage = null;", ""],
  ['globalThis.fetch = globalThis.kb = undefined; process.env["A"] = "b";', ""],
  ['console.log((await kb.promptIndex.get({ brainId, limit: 1 })).length, process.env["A"])', "1 undefined"],
];

it("shows a part of what code prints, and survives what it replaces", async () => {
  const { run } = playgroundIn(await open("playground/"));
  for (const [code, shown] of hostile) expect(await run(code), code).toContain(shown);
});

it("shows the first of very many requests, records and changes", async () => {
  const { run, tab, panel } = playgroundIn(await open("playground/"));
  await run(`
    for (let index = 0; index < 501; index++) await server.fetch(server.baseUrl + "/" + index);
    for (let index = 0; index < 201; index++)
      server.control.pages.create({ brainId: "brain_operations", title: "Page " + index, body: "x" });`);
  expect(await panel.getByRole("article").count()).toBe(500);
  expect(await panel.innerText()).toContain("Only the first 500 are shown.");
  await tab("State 201 changed").click();
  expect(await panel.innerText()).toContain("And 1 more.");
});

it("stops code that does not end, which reverts its changes", async () => {
  const { run, editor, press, output } = playgroundIn(await open("playground/"));
  const isArchived = "console.log(server.snapshot().pages.find(({ slug }) => slug === 'kestrel').archived)";
  const archive = "await kb.pages.archive({ brainId: 'brain_operations', slug: 'kestrel' });";
  await editor.fill(`${archive} console.log('archived'); while (true) {}`);
  await press("Run");
  await output.getByText("archived").waitFor();
  await press("Stop");
  expect(await output.innerText()).toBe("archived\nStopped. The server has its state before the run again.");
  expect(await run(isArchived)).toBe("false");

  await editor.fill("for (let line = 0; ; line++) console.log(line)");
  await press("Run");
  await output.getByText("Only the first 1000 lines").waitFor();
  await press("Stop");
  expect(await output.innerText()).toContain("Stopped.");

  // The code blocks the worker after its end, so the next run is stopped before the worker receives it.
  await run(`${archive} setTimeout(() => { while (true); });`);
  await press("Run");
  await press("Stop");
  expect(await run(isArchived)).toBe("true");
});

it("shows markup in records, responses and output as text", async () => {
  const page = await open("playground/");
  const { run, tab } = playgroundIn(page);
  const title = JSON.stringify("<img src=x onerror=alert(1)>");
  await run(`
    const page = server.control.pages.create({ brainId: "brain_operations", title: ${title}, body: "x" });
    server.control.pages.pin(page);
    console.log((await kb.promptIndex.get({ brainId: "brain_operations" })).map(({ title }) => title).join());`);
  for (const name of ["Requests", "State", "Prompt index"]) {
    await tab(name).click();
    expect(await page.locator("main img").count()).toBe(0);
  }
});

it("starts the worker again if it did not start", async () => {
  const page = await open("about:blank", {}, [/Failed to load resource/]);
  await page.route("**/worker-*.js", (route) => route.abort(), { times: 1 });
  await page.goto("playground/");
  const { run, output, tab } = playgroundIn(page);
  await output.getByText("did not start").waitFor();
  expect(await run()).toContain("Electric fleet programme");
  expect(await tab("Requests 1").isVisible()).toBe(true);
});

it("works if the browser denies access to its storage", async () => {
  const page = await open("about:blank");
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("Denied", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get });
  });
  await page.goto("playground/");
  expect(await playgroundIn(page).run()).toContain("Electric fleet programme");
});
