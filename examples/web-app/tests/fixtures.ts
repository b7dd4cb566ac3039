import { type ConnectedOrganization, connect } from "@knowledge-base/server/control";
import { test as base, expect, type Page } from "playwright/test";

export { expect };

const { KNOWLEDGE_BASE_URL = "" } = process.env;

// An organization that no other test knows, with a connected channel. Its user has signed in.
interface Bakery extends ConnectedOrganization {
  readonly apiKey: string;
  readonly brainId: string;
}

export const test = base.extend<{ readonly bakery: Bakery }>({
  bakery: async ({ page, baseURL }, use) => {
    const service = await connect(KNOWLEDGE_BASE_URL);
    const redirectUrl = `${baseURL}/oauth/callback`;
    const { id, apiKey } = await service.control.organizations.create({ redirectUrl });
    const organization = service.organization(id);
    const { brains, installations, channels, bindings } = organization.control;
    const { id: brainId } = await brains.create({ name: "Recipes" });
    const { id: installationId } = await installations.create({ teamName: "Bakery" });
    const { id: channelId } = await channels.create({ installationId, name: "oven" });
    await bindings.create({ brainId, installationId, channelId });

    await signIn(page, apiKey, brainId);
    await expect(page.getByRole("heading", { name: "#oven" })).toBeVisible();
    await use({ ...organization, brainId, apiKey });

    expect(await page.content()).not.toContain(apiKey);
    expect(await organization.faults.pending(), "faults that never happened").toEqual([]);
    await service.control.organizations.delete({ organizationId: id });
  },
});

export async function signIn(page: Page, apiKey: string, brainId: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("API key").fill(apiKey);
  await page.getByLabel("Brain").fill(brainId);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Starts to connect a workspace, and waits for the consent page of the platform. */
export async function startConnecting(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Connect a workspace" }).click();
  await expect(page.getByRole("heading", { name: "Connect Recipes to your workspace?" })).toBeVisible();
}

/** Approves on the consent page, and waits for the channels of the workspace. */
export async function approve(page: Page, teamName: string): Promise<void> {
  await page.getByLabel("Name of your workspace").fill(teamName);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
}

/** Returns the names of the connected workspaces. */
export async function workspacesOf(bakery: Bakery): Promise<string[]> {
  const { installations } = await bakery.snapshot();
  return installations.map(({ teamName }) => teamName);
}
