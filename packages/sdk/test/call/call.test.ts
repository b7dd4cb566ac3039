import { KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { contract } from "@knowledge-base/types";
import { expect, it } from "vitest";

const page = { brainId: "brain_operations", slug: "weather-limits" };

function open() {
  const server = createReferenceServer({ seed: demoSeed() });
  return { server, kb: new KnowledgeBase({ ...server.connection, random: () => 0 }) };
}

it("a call resolves to the output of its operation", async () => {
  expect(await open().kb.pages.archive(page)).toMatchObject({ slug: page.slug, archived: true });
});

it("a call is attempted again after a failure that may pass", async () => {
  const { server, kb } = open();
  server.faults.add({ kind: "status", status: 503 });
  const { data, attempts } = await kb.pages.archive(page).withResponse();
  expect(data).toMatchObject({ archived: true });
  expect(attempts).toMatchObject([{ status: 503 }, { status: 201 }]);
});

it("a call rejects with an error whose class and message say what failed", async () => {
  const archived = open().kb.pages.archive({ ...page, slug: "none" });
  await expect(archived).rejects.toThrow(NotFoundError);
  await expect(archived).rejects.toThrow("Failed to archive a page: 404 Page not found");
});

it("a call with safe() returns the error in place of rejecting with it", async () => {
  const result = await open()
    .kb.pages.archive({ ...page, slug: "none" })
    .safe();
  expect(result).toMatchObject({ ok: false, error: { code: "not_found", status: 404 } });
});

// Such as the one that `reactive` of Vue returns: methods and getters of the client have the proxy as `this`.
function openProxy() {
  const { server, kb } = open();
  return { server, kb, proxy: new Proxy(kb, {}) };
}

const index = { brainId: page.brainId, limit: 1 };

it("a client behind a proxy makes and describes calls like the client itself", async () => {
  const { kb, proxy } = openProxy();
  expect(await proxy.promptIndex.get(index)).toHaveLength(1);
  expect(await proxy.call(contract["promptIndex.get"], index)).toHaveLength(1);
  expect(proxy.describe("promptIndex.get", index).url).toBe(kb.describe("promptIndex.get", index).url);
});

it("a client behind a proxy has the base URL of the client, and makes clients with other options", async () => {
  const { server, proxy } = openProxy();
  expect(proxy.baseUrl).toBe(server.baseUrl);
  const other = proxy.withOptions({ baseUrl: "https://other.example.com" });
  expect(other).toBeInstanceOf(KnowledgeBase);
  expect(other.baseUrl).toBe("https://other.example.com");
  expect(await proxy.withOptions({ retries: 0 }).promptIndex.get(index)).toHaveLength(1);
});
