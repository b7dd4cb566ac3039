import { expect, signIn, test } from "./fixtures.ts";

const demoBrain = "brain_operations";

test("opens the demo brain with its key", async ({ page }) => {
  await signIn(page, "kb_demo_harbour_line", demoBrain);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "Electric fleet programme pinned",
  );
});

for (const key of ["kb_demo_alder_street", "can’t be a key"]) {
  test(`rejects the key ${key}`, async ({ page }) => {
    await signIn(page, key, demoBrain);
    await expect(page.getByRole("alert")).toHaveText("No brain opens with this key.");
  });
}

test("shows an error if the service stays unavailable", async ({
  page,
  context,
  bakery,
}) => {
  await context.clearCookies();
  await bakery.faults.add({
    operation: "promptIndex.get",
    kind: "status",
    status: 503,
    retryAfter: 0,
    times: 3,
  });
  await signIn(page, bakery.apiKey, bakery.brainId);
  await expect(page.getByRole("alert")).toHaveText(
    "The knowledge base is not responding. Try again in a minute.",
  );
});
