import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { conformanceCases, formatText, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { controlsOf, records, world } from "./world.ts";

/** Starts a server of a few lines, and tells its base URL. */
async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a server that answers everything with 200 and an empty object", () => {
  const apiKey = "key_of_nobody";
  const open = () => start((_, response) => response.setHeader("content-type", "application/json").end("{}"));

  it.each([{ write: false }, { write: true }])(
    "passes nothing but what names no answer, with $write",
    async ({ write }) => {
      const report = await runConformance({ baseUrl: await open(), apiKey, records, write });
      expect(report.conforms).toBe(false);
      const passed = report.results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
      expect(passed).toEqual(["errors/content-type"]);
    },
  );

  it("is told what is wrong in words", async () => {
    const report = await runConformance({ baseUrl: await open(), apiKey, records });
    const text = formatText(report);
    expect(text).toContain("Does not conform");
    expect(text).toContain(`promptIndex.get/401 (section 5, Authentication)
    it should be so: answers 401 without an API key, with an empty one and with an invalid one
    but: GET /v1/brains/brain_operations/index without an API key answered 200 instead of 401. The body: {}`);
    expect(text).toContain(`promptIndex.get/success (section 4.4, Prompt index)
    it should be so: lists pages of the brain
    but: GET /v1/brains/brain_operations/index answered with a body that is not the documented one: body must be an array, not an object. The body: {}`);
    expect(text).not.toContain(apiKey);
  });
});

describe("a server that forgets to look at the key", () => {
  it("fails what is about keys, and nothing else", async () => {
    const server = createReferenceServer({ seed: world() });
    const { apiKey, reset } = server;
    const forgetful = (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      request.headers.set("x-api-key", apiKey);
      return server.fetch(request);
    };
    await using listener = await listen({ ...server, fetch: forgetful });
    const baseUrl = listener.url;
    const report = await runConformance({ baseUrl, apiKey, records, reset, controls: controlsOf(server), write: true });
    const failed = report.results.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);
    expect(failed).toEqual(
      conformanceCases
        .map(({ id }) => id)
        .filter((id) => /^authentication\/|\/401$/.test(id) || id === "errors/documented-body"),
    );
    expect(formatText(report)).toContain(
      "DELETE /v1/brains/brain_operations/messaging/bindings/binding_bridge without an API key answered 200 instead of 401",
    );
  });
});

describe("a server that tells the key", () => {
  it("does not bring it into the report", async () => {
    const apiKey = "key_that_is_told";
    const baseUrl = await start((request, response) => response.end(JSON.stringify(request.headers)));
    expect(JSON.stringify(await runConformance({ baseUrl, apiKey, records, write: true }))).not.toContain(apiKey);
  });
});
