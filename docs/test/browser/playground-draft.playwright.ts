import type { Page } from "playwright";
import { expect, it } from "vitest";
import { encodeProgram } from "../../website/playground/program-link.ts";
import { usePlayground } from "./open-playground.ts";

const { openPlayground } = await usePlayground();
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Replace your code?" });

it("keeps changed code when the page is reloaded", async () => {
  const { page, editor } = await openPlayground({ fragment: "list-channels" });
  await editor.fill("console.log('mine')");
  await page.reload();
  expect(await editor.innerText()).toBe("console.log('mine')");
  expect(await page.getByLabel("Sample").inputValue()).toBe("list-channels");
  expect(await dialogOf(page).isVisible()).toBe(false);
});

it("asks before a sample replaces changed code", async () => {
  const { page, editor, press } = await openPlayground({ fragment: "list-channels" });
  await editor.fill("console.log('mine')");
  await page.getByLabel("Sample").selectOption("Start OAuth");
  await press("Keep my code");
  expect(await editor.innerText()).toBe("console.log('mine')");
  expect(await page.getByLabel("Sample").inputValue()).toBe("list-channels");
  expect(page.url()).toMatch(/#list-channels$/);

  await page.getByLabel("Sample").selectOption("Start OAuth");
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  await editor.getByText("readOAuthState").first().waitFor();
  expect(page.url()).toMatch(/#start-oauth$/);
  await editor.press("Control+z");
  expect(await editor.innerText()).toContain("mine");
});

it("keeps changed code if the question is closed with the keyboard", async () => {
  const { page, editor } = await openPlayground();
  await editor.fill("console.log('mine')");
  await page.getByLabel("Sample").selectOption("Start OAuth");
  await dialogOf(page).waitFor();
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  expect(await editor.innerText()).toBe("console.log('mine')");
});

it("asks before a link replaces code that was kept", async () => {
  const { page, editor, press } = await openPlayground();
  await editor.fill("console.log('mine')");
  await page.goto("about:blank");
  await page.goto(`playground/#${encodeProgram("console.log('theirs')")}`);
  await dialogOf(page).waitFor();
  expect(await editor.innerText()).toBe("console.log('mine')");
  await press("Keep my code");
  await page.reload();
  expect(await editor.innerText()).toBe("console.log('mine')");
});

it("replaces unchanged code without a question", async () => {
  const { page, editor } = await openPlayground();
  await page.getByLabel("Sample").selectOption("Start OAuth");
  await editor.getByText("readOAuthState").first().waitFor();
});

it("discards changes if the reader says so twice", async () => {
  const { page, editor, press } = await openPlayground();
  const before = await editor.innerText();
  await editor.fill("console.log('mine')");
  await press("Discard changes");
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  await page.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
  expect(await editor.innerText()).toBe(before);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

it("says that it does not keep very long code", async () => {
  const { page, editor } = await openPlayground();
  await editor.fill("x".repeat(200_001));
  await page.getByText("The browser does not keep this code: reloading loses it.").waitFor();
});
