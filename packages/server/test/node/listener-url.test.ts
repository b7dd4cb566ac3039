import { networkInterfaces } from "node:os";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === "IPv6"),
);

describe("the URL of a listener", () => {
  it("has the loopback address and a free port", async () => {
    await using listener = await listen(createReferenceServer());
    expect(listener).toMatchObject({ host: "127.0.0.1", url: `http://127.0.0.1:${listener.port}` });
    expect(listener.port).toBeGreaterThan(0);
  });

  it.each(["https://example.test/kb", "https://example.test/kb/", "http://example.test:8080/kb"])(
    "has the path of the server's base URL (%s), so that a client works with it",
    async (baseUrl) => {
      const server = createReferenceServer({ baseUrl, seed: demoSeed() });
      await using listener = await listen(server);
      expect(listener.url).toBe(`http://127.0.0.1:${listener.port}/kb`);
      const client = new KnowledgeBase({ baseUrl: listener.url, apiKey: server.apiKey });
      expect(await client.promptIndex.get({ brainId: "brain_operations", limit: 3 })).toHaveLength(3);
    },
  );

  it("has the loopback address if the listener listens on every address", async () => {
    await using listener = await listen(createReferenceServer(), { host: "0.0.0.0" });
    expect(listener).toMatchObject({ host: "0.0.0.0", url: `http://127.0.0.1:${listener.port}` });
    expect((await fetch(listener.url)).status).toBe(404);
  });

  it("has the address of a host name", async () => {
    await using listener = await listen(createReferenceServer(), { host: "localhost" });
    expect(["127.0.0.1", "::1"]).toContain(listener.host);
    expect((await fetch(listener.url)).status).toBe(404);
  });

  it.runIf(hasIPv6).each(["::1", "::"])("has brackets around an IPv6 address (%s)", async (host) => {
    await using listener = await listen(createReferenceServer(), { host });
    expect(listener).toMatchObject({ host, url: `http://[::1]:${listener.port}` });
    expect((await fetch(listener.url)).status).toBe(404);
  });
});
