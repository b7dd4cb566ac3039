import { expect, it } from "vitest";
import { isRelease } from "../../../scripts/test/release.ts";
import { encodeProgram } from "../../website/playground/program-link.ts";
import { sitePrograms } from "../../website/programs.ts";
import { findProblems } from "../helpers/find-problems.ts";
import { playgroundIn, useSite } from "./open-site.ts";

const open = await useSite();

// docs/test/code-blocks.slow.test.ts runs every program in Node. In the browser, a change needs only some of them.
const programs = isRelease ? sitePrograms : sitePrograms.filter((_, index) => index % 8 === 0);

it("runs the programs of the site that links name, which print what their comments say", async () => {
  expect(sitePrograms.length).toBeGreaterThan(50);
  const page = await open("playground/");
  const { editor, output } = playgroundIn(page);
  await editor.waitFor();
  const problems: string[] = [];
  for (const { name, code } of programs) {
    await page.goto(`playground/#${name}`);
    await expect.poll(() => page.getByRole("combobox", { name: "Program" }).inputValue()).toBe(name);
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    const printed = await output
      .locator("pre")
      .evaluateAll((lines) => lines.map((line) => ({ line: Number(line.dataset["line"]), text: line.textContent })));
    problems.push(...findProblems(code, { printed }).map((problem) => `${name}: ${problem}`));
  }
  expect(problems).toEqual([]);
}, 240_000);

// Code, with a part of its output. Each row runs after those above it.
const outputs: readonly (readonly [code: string, shown: string])[] = [
  ["0;\n0;\nnull.x", "Line 3: TypeError: Cannot read properties of null (reading 'x')"],
  ["interface A {\n  b: string;\n}\nconst a = null as unknown as A;\n\na!.b;", "Line 6: TypeError: Cannot read"],
  ["const a = 1;\n\nconst b: = 2;", "Line 3: SyntaxError: Unexpected token"],
  ["0;\nimport 'left-pad'", "Line 2: Error: There is no left-pad here. There is @knowledge-base/sdk, "],
  ["import {\n  X,\n} from '@knowledge-base/sdk';\nnew X();", "Line 4: TypeError: "],
  ["Promise.reject(new Error('lost')); await new Promise((done) => setTimeout(done, 50))", "Line 1: Error: lost"],
  ["for (let line = 0; line < 100_000; line++) console.log(line)", "Only the first 1000 lines are shown."],
  ["console.log({ get x() { throw 1; } }, new Uint8Array(100_000))", "{ x: [Getter] } Uint8Array(100000) ["],
  ["globalThis.onmessage = () => console.log('overheard'); postMessage(null); globalThis.postMessage = null;", ""],
  ["globalThis.fetch = undefined; process.env['A'] = 'b'", ""],
  ["console.log(typeof fetch, process.env['A'])", "function undefined"],
];

it("shows what code prints and throws, with the line of an error, and survives what code replaces", async () => {
  const { run } = playgroundIn(await open("playground/"));
  for (const [code, shown] of outputs) expect(await run(code), code).toContain(shown);
});

it("shows requests with their explanation and response as text, and hides the key", async () => {
  const page = await open("playground/");
  const { run } = playgroundIn(page);
  await run(`import { KnowledgeBase } from "@knowledge-base/sdk";
    import { createReferenceServer } from "@knowledge-base/server";
    import { demoSeed } from "@knowledge-base/server/demo";
    const server = createReferenceServer({ seed: demoSeed() });
    const { slug } = server.control.pages.create({ brainId: "brain_operations", title: "<img src=x>", body: "x" });
    server.control.pages.pin({ brainId: "brain_operations", slug });
    server.faults.add({ kind: "connection_reset" });
    await new KnowledgeBase(server.connection).promptIndex.get({ brainId: "brain_operations" });`);
  const exchanges = page.locator(".exchange");
  expect(await exchanges.locator(".status").allInnerTexts()).toEqual(["no response", "200"]);
  for (const summary of await page.locator(".exchange > summary").all()) await summary.click();
  expect(await exchanges.nth(0).innerText()).toContain("because the planned fault (connection_reset) was applied.");
  expect(await exchanges.nth(1).innerText()).toContain('"title": "<img src=x>"');
  expect(await page.locator("#playground img").count()).toBe(0);
  expect(await exchanges.nth(1).textContent()).toMatch(/x-api-key\s*\[redacted\]/);
});

it("stops code that doesn't end", async () => {
  const page = await open("playground/");
  const { editor, press, output } = playgroundIn(page);
  await editor.fill("console.log('begun'); while (true) {}");
  await press("Run");
  await output.getByText("begun").waitFor();
  await press("Stop");
  expect(await output.innerText()).toBe("begun\nStopped.");
});

it("copies a link to the code, which runs only when the reader says so", async () => {
  const page = await open("playground/", { permissions: ["clipboard-read", "clipboard-write"] });
  const { editor, press } = playgroundIn(page);
  await editor.fill("console.log('größer'); // \u202e");
  await press("Share");
  await page.getByText("The link to this program is copied.").waitFor();
  const other = await open(await page.evaluate(() => navigator.clipboard.readText()));
  await other.getByText("This program is from a link. Read it before you run it.").waitFor();
  expect(await other.locator(".cm-specialChar").count()).toBe(1);
  expect(await playgroundIn(other).output.innerText()).toBe("Nothing was printed.");
  await playgroundIn(other).press("Run");
  await playgroundIn(other).output.getByText("größer").waitFor();
  expect(() => encodeProgram("x".repeat(20_001))).toThrow("The code is too long for a link: at most 20 KB.");
});

it.each(["code=%", "code=a", "code=_w", "code=é"])("explains a damaged link: %s", async (fragment) => {
  const page = await open(`playground/#${fragment}`);
  await page.getByText("The link is damaged: its program cannot be read. Copy the whole link.").waitFor();
});

it("completes what the client has, and can be used with the keyboard alone", async () => {
  const page = await open("playground/");
  const { editor, output } = playgroundIn(page);
  await editor.focus();
  await page.keyboard.press("Control+Enter");
  await output.getByText("[ 503, 201 ]").waitFor();
  await page.keyboard.press("Tab");
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false);
  await editor.fill("");
  await editor.pressSequentially("kb.pages.");
  await page.getByRole("option", { name: "archive", exact: true }).waitFor();
});
