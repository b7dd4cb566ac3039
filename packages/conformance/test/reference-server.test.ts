import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { known } from "./known.ts";

describe("the reference server conforms", () => {
  it("over server.fetch", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const { baseUrl, apiKey, fetch, reset } = server;
    const results = await runConformance({ baseUrl, apiKey, fetch, known, reset });
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(24);
  });

  it.each(["https://listening.test", "https://listening.test/api"])("over HTTP, with the base URL %s", async (url) => {
    const server = createReferenceServer({ seed: demoSeed(), baseUrl: url });
    await using listener = await listen(server);
    const { apiKey, reset } = server;
    const results = await runConformance({ baseUrl: listener.url, apiKey, known, reset });
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(24);
  });
});

describe("a wrong implementation is found", () => {
  const target = { baseUrl: "https://wrong.test", apiKey: "key", known };

  it("when it answers everything with 200 and an empty object", async () => {
    const results = await runConformance({ ...target, fetch: async () => Response.json({}) });
    expect(results.filter(({ passed }) => passed)).toEqual([]);
    expect(results[0]).toEqual({
      operation: "bindings.update",
      title: "changes the flags of the body and leaves everything else as it is",
      passed: false,
      message: expect.stringContaining(
        "PATCH /v1/brains/brain_operations/messaging/bindings/binding_bridge answered with a body that is not documented: id is missing",
      ),
    });
  });

  it("when it forgets to check the key", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const results = await runConformance({
      ...target,
      fetch: (url, init) => server.fetch(url, { ...init, headers: withKey(init, server.apiKey) }),
      reset: server.reset,
    });
    const failed = results.filter(({ passed }) => !passed);
    expect(new Set(failed.map(({ title }) => title))).toEqual(
      new Set(["refuses a missing key and an invalid one, even for a brain that does not exist"]),
    );
    expect(failed).toHaveLength(6);
  });
});

function withKey(init: RequestInit, apiKey: string): Headers {
  const headers = new Headers(init.headers);
  headers.set("x-api-key", apiKey);
  return headers;
}
