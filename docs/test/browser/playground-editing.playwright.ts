import type { Page } from "playwright";
import { expect, it } from "vitest";
import { encodeProgram } from "../../website/playground/program-link.ts";
import { playgroundIn, useSite } from "./open-site.ts";

const open = await useSite();
const mine = "console.log('mine')";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Replace your code?" });

it("keeps changed code, and asks before a sample replaces it", async () => {
  const page = await open("playground/#list-channels");
  const { editor, sample, press } = playgroundIn(page);
  await editor.fill(mine);
  await page.reload();
  expect(await editor.innerText()).toBe(mine);
  await sample.selectOption("Start OAuth");
  await dialogOf(page).waitFor();
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  await sample.selectOption("Start OAuth");
  await press("Keep my code");
  expect(await editor.innerText()).toBe(mine);
  expect(await sample.inputValue()).toBe("list-channels");
  await sample.selectOption("Start OAuth");
  await press("Replace");
  await editor.getByText("readOAuthState").first().waitFor();
  expect(page.url()).toMatch(/#start-oauth$/);
  await editor.press("Control+z");
  expect(await editor.innerText()).toContain("mine");
});

it("asks before a link replaces code that was kept", async () => {
  const page = await open("playground/");
  const { editor, press } = playgroundIn(page);
  await editor.fill(mine);
  await page.goto("about:blank");
  await page.goto(`playground/#${encodeProgram("console.log('theirs')")}`);
  await dialogOf(page).waitFor();
  expect(await editor.innerText()).toBe(mine);
  await press("Keep my code");
  await page.reload();
  expect(await editor.innerText()).toBe(mine);
});

it("discards changes if the reader says so twice", async () => {
  const page = await open("playground/");
  const { editor, press } = playgroundIn(page);
  const before = await editor.innerText();
  await editor.fill(mine);
  await press("Discard changes");
  await press("Replace");
  await page.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
  expect(await editor.innerText()).toBe(before);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

it("says that it does not keep very long code, and that it is too long for a link", async () => {
  const page = await open("playground/");
  const { editor, press } = playgroundIn(page);
  await editor.fill("x".repeat(200_001));
  await page.getByText("The browser does not keep this code: reloading loses it.").waitFor();
  await press("Share");
  await page.getByText("The code is too long for a link: 200 KB, at most 20 KB.").waitFor();
});

it("runs a program from a link only when the reader says so, and shows characters that would hide what it does", async () => {
  const page = await open(`playground/#${encodeProgram("console.log('it runs'); // \u202e")}`);
  const { panel, output, run } = playgroundIn(page);
  await page.getByText("This program is from a link. Read it before you run it.").waitFor();
  await panel.getByText("Run the code to see").waitFor();
  expect(await page.locator(".cm-specialChar").count()).toBe(1);
  expect(await output.innerText()).toBe("Nothing was printed.");
  expect(await run()).toBe("it runs");
});

it.each(["code=%", "code=a", "code=_w", "code=é"])("explains a damaged link: %s", async (fragment) => {
  const page = await open(`playground/#${fragment}`);
  await page.getByText("The link is damaged: its program cannot be read. Copy the whole link.").waitFor();
  expect(await playgroundIn(page).sample.inputValue()).toBe("get-the-prompt-index");
});

it("copies a link to the code", async () => {
  const page = await open("playground/", { permissions: ["clipboard-read", "clipboard-write"] });
  const { editor, press } = playgroundIn(page);
  await editor.fill("console.log(brainId); // größer");
  await press("Share");
  await page.getByText("The link to this code is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = playgroundIn(await open(`playground/${new URL(link).hash}`));
  expect(await other.editor.innerText()).toBe("console.log(brainId); // größer");
  expect(await other.run()).toBe("brain_operations");
});

it("completes what the client has, and can be used with the keyboard alone", async () => {
  const page = await open("playground/#archive-a-page");
  const { editor, output, tab } = playgroundIn(page);
  await editor.focus();
  await page.keyboard.press("Control+Enter");
  await output.getByText("is archived").waitFor();
  await tab("Requests").focus();
  await page.keyboard.press("ArrowRight");
  expect(await tab("State").getAttribute("aria-selected")).toBe("true");
  await editor.focus();
  await page.keyboard.press("Tab");
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false);
  await editor.fill("");
  await editor.pressSequentially("kb.pages.");
  await page.getByRole("option", { name: "archive", exact: true }).waitFor();
});
