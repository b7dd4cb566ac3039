import type { ServerOrganization } from "@knowledge-base/server";
import { connect, type Remote } from "@knowledge-base/server/control";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

const { KNOWLEDGE_BASE_URL = "" } = process.env;

/** A baker who signed in, in an organization that no other test knows. */
interface Bakery extends Remote<ServerOrganization> {
  readonly brainId: string;
  readonly apiKey: string;
}

export const test = base.extend<{ readonly bakery: Bakery }>({
  bakery: async ({ page }, use) => {
    const service = await connect(KNOWLEDGE_BASE_URL);
    const { id, apiKey } = await service.control.organizations.create();
    const organization = service.organization(id);
    const { brains, pages } = organization.control;
    const { id: brainId } = await brains.create({ name: "Recipes" });
    await pages.create({ brainId, title: "Cold proof", body: "Overnight at 5 °C." });
    await pages.create({
      brainId,
      title: "Rye starter",
      body: "Feed it daily.",
      pinned: true,
    });

    await signIn(page, apiKey, brainId);
    await use({ ...organization, brainId, apiKey });

    expect(await organization.faults.pending(), "faults that never happened").toEqual([]);
    await service.control.organizations.delete({ organizationId: id });
  },
});

export async function signIn(page: Page, apiKey: string, brainId: string): Promise<void> {
  await page.goto("/");
  await page.getByLabel("API key").fill(apiKey);
  await page.getByLabel("Brain").fill(brainId);
  await page.getByRole("button", { name: "Sign in" }).click();
}
