import type { FaultEffect } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { paths } from "../src/paths.ts";
import { brainId, channelsOf, expect, startConnecting, test } from "./fixtures.ts";

const failures: readonly [failure: string, fault: FaultEffect, status: number, heading: string][] = [
  ["is busy", { kind: "status", status: 503, retryAfter: 60 }, 503, "The knowledge base is busy"],
  ["limits the rate", { kind: "status", status: 429, retryAfter: 60 }, 503, "The knowledge base is busy"],
  ["breaks connections", { kind: "connection_reset" }, 502, "The knowledge base could not be reached"],
  ["truncates its responses", { kind: "truncated_json" }, 502, "The knowledge base could not be reached"],
];

for (const [failure, fault, status, heading] of failures) {
  test(`a page says when the service ${failure}, and can be tried again`, async ({ page, server }) => {
    server.faults.add({ ...fault, operation: "promptIndex.get", probability: 1 });
    const response = await page.goto(paths.brain(brainId));
    expect(response?.status()).toBe(status);
    expect(response?.headers()["retry-after"]).toBe("60");
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    server.faults.clear();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Operations" })).toBeVisible();
  });
}

test("a page says when the service takes too long, and the form can be sent again", async ({ page, server }) => {
  server.faults.add({ operation: "oauth.start", kind: "hang" });
  await page.goto(paths.brain(brainId));
  await page.getByRole("button", { name: "Connect a workspace" }).click();
  await expect(page.getByRole("heading", { name: "The knowledge base takes too long" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Operations" }).click();
  await startConnecting(page);
});

test("a channel is disconnected although the response was lost", async ({ page, server }) => {
  server.faults.add({ operation: "bindings.unbind", kind: "connection_reset", afterCommit: true });
  await page.goto(paths.binding(brainId, "binding_bridge"));
  await page.getByRole("button", { name: "Disconnect the channel" }).click();
  await expect(page.getByRole("status")).toHaveText("The channel is disconnected.");
  expect(channelsOf(server)).toEqual(["yard"]);
});

test("a page says when the key is not accepted, and does not show it", async ({ page, server }) => {
  server.control.apiKeys.revoke({ key: server.apiKey });
  const response = await page.goto(paths.brain(brainId));
  expect(response?.status()).toBe(500);
  await expect(page.getByRole("heading", { name: "This application has no access" })).toBeVisible();
});

test("a page says when a brain is gone from the service", async ({ page, server }) => {
  const { organizations, apiKeys } = demoSeed();
  server.restore({ version: 1, organizations: organizations ?? [], apiKeys: apiKeys ?? [] });
  const response = await page.goto(paths.brain(brainId));
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This is not here any more" })).toBeVisible();
});

test("a page says that there is nothing for this application at an address", async ({ page }) => {
  for (const path of ["/brains/brain_recipes", paths.binding(brainId, "binding_bakehouse"), "/no-such-page"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "This is not here any more" })).toBeVisible();
  }
});

test("the log has one line for each page that failed, whatever its address holds", async ({ page, server, setup }) => {
  server.faults.add({ operation: "bindings.update", kind: "status", status: 503, retryAfter: 60 });
  const linesBefore = setup.app.output.split("\n").length;
  await page.goto(paths.binding(brainId, "binding\nPOST /: all keys were changed."));
  await expect(page.getByRole("heading", { name: "The knowledge base is busy" })).toBeVisible();
  expect(setup.app.output.split("\n")).toHaveLength(linesBefore + 1);
});
