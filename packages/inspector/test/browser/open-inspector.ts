import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import type { BrowserContextOptions, Page } from "playwright";
import { onTestFinished } from "vitest";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";

/** Options of a test that opens the inspector. */
export interface OpenOptions extends BrowserContextOptions {
  /** Panel to begin with, such as `state/org_a`. */
  readonly at?: string;
  /** Messages of the console that the page may cause. */
  readonly expected?: readonly RegExp[];
}

const token = "a-token+of-the-controls";

/** A server with the demo seed on a socket, with its inspector. */
export async function startInspector(hasToken = true) {
  const server = createReferenceServer({ seed: demoSeed() });
  const fetch = withControl(server, { inspector: true, ...(hasToken && { token }) });
  const listener = await listen({ ...server, fetch }, { port: 0 });
  onTestFinished(() => listener.close({ timeout: 0 }));
  const url = `${listener.url}/_inspector/#token=${token}`;
  const client = (apiKey = server.apiKey) => new KnowledgeBase({ baseUrl: listener.url, apiKey, retries: 0 });
  return { server, listener, url, token, kb: client(), client };
}

/** Opens the inspector in a tab. */
export function useInspector() {
  const { openTab } = useBrowser();
  const openInspector = async ({ at, expected, ...context }: OpenOptions = {}) => {
    const started = await startInspector();
    const page = await openTab(context, expected);
    await page.goto(started.url);
    await page.getByText("Live", { exact: true }).waitFor();
    if (at !== undefined) await goTo(page, at);
    return { ...started, page };
  };
  return { openInspector, openTab };
}

/** Goes to a panel. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${address}`);
}

/** Presses a button, and waits for the message that it has succeeded. */
export async function press(page: Page, name: string, message: string | RegExp): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
  await page.locator(".notice").getByText(message).waitFor();
}
