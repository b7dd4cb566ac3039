import type { RequestListener } from "node:http";
import { runConformance, type Target, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { idsOf, json, only } from "./reference-target.ts";
import { startServer } from "./start-server.ts";

const baseUrl = "https://kb.test";
const apiKey = "key_of_nobody";
const records = { brainId: "brain_operations" };
const { fetch: service, apiKey: validKey } = createReferenceServer({ seed: demoSeed(), baseUrl });
const html = (status: number) => async () =>
  new Response("<p>Welcome</p>", { status, headers: { "content-type": "text/html" } });

/** Runs the suite against a target that can't be used, and returns the code and the message of the error. */
async function runUnusable(target: Partial<Target>) {
  const onResult = () => expect.unreachable("a case ran");
  const error = await runConformance({ baseUrl, apiKey, timeout: 1_000, ...target }, { onResult }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(TargetError);
  const { code, message } = error as TargetError;
  return { code, message: message.replace("Failed to run the suite: ", "") };
}

describe("a run doesn't begin", () => {
  const valid = { fetch: service, apiKey: validKey, records };
  const redirect = async () => new Response(null, { status: 308, headers: { location: "https://other.test/v1" } });
  const lost = async () => {
    throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
  };
  const website = "It seems to come from a proxy or a website: check the base URL.";
  const isRunning = "Check the base URL, and whether the service is running.";
  const index = "GET /v1/brains/no-such-record/index";
  // biome-ignore format: one row a line
  it.each<[what: string, target: Partial<Target>, code: string, message: string]>([
    ["a key that is wrong", { fetch: service }, "wrong_key", "the service rejected the API key (401). Check the key, and which service it is for."],
    ["a key that is wrong, with a brain", { fetch: service, records }, "wrong_key", "the service rejected the API key (401). Check the key, and which service it is for."],
    ["a brain that doesn't exist", { ...valid, records: { brainId: "brain_x" } }, "wrong_brain", "there is no brain brain_x in the organization of the API key (404)."],
    ["a brain that the key may not read", { fetch: async () => json(403, {})(), records }, "wrong_brain", "the API key may not read the brain brain_operations (403). It belongs to another organization, or the role of the key may not read it."],
    ["a base URL with /v1", { ...valid, baseUrl: `${baseUrl}/v1/` }, "wrong_base_url", "the base URL ends with /v1, which the suite adds itself. Remove it."],
    ["a path that is wrong", { ...valid, baseUrl: `${baseUrl}/api` }, "wrong_base_url", "there is no prompt index below the base URL (404). Check the base URL and the brain."],
    ["a path that is wrong, without a brain", { ...valid, baseUrl: `${baseUrl}/api`, records: {} }, "wrong_base_url", "there is no prompt index below the base URL (404). Check the base URL, or name a brain."],
    ["a binding that was removed", { ...valid, write: true, records: { ...records, bindingId: "binding_x" } }, "wrong_binding", "there is no binding binding_x in the brain brain_operations (404). An earlier run may have removed it: use another binding, or a setup."],
    ["a redirect", { fetch: redirect }, "redirected", "the base URL redirects to https://other.test/v1 (308). Redirects aren't followed, because the API key would be sent along. Use the final base URL."],
    ["HTML with 200", { fetch: html(200) }, "not_json", `the response has the status 200 and isn't JSON (text/html). ${website}`],
    ["HTML with 404", { fetch: html(404), records }, "not_json", `the response has the status 404 and isn't JSON (text/html). ${website}`],
    ["HTML with 502", { fetch: html(502) }, "not_json", `the response has the status 502 and isn't JSON (text/html). ${website}`],
    ["204 without a body", { fetch: async () => new Response(null, { status: 204 }) }, "not_json", `the response has the status 204 and isn't JSON (no content type). ${website}`],
    ["half of a JSON text", { fetch: async () => new Response('[{"slug":') }, "not_json", `the response has the status 200 and isn't JSON (text/plain;charset=UTF-8). ${website}`],
    ["a connection that is lost", { fetch: lost }, "unreachable", `${index} got no response: fetch failed (connect ECONNREFUSED). ${isRunning}`],
  ])("with %s", async (_, target, code, message) => {
    expect(await runUnusable(target)).toEqual({ code, message });
  });

  it.each<[what: string, handle: RequestListener]>([
    ["sends nothing", () => {}],
    ["sends headers, and then nothing", (_, response) => void response.write(" ")],
    ["closes the connection", (request) => void request.socket.destroy()],
    ["sends half of a body", (_, response) => void response.writeHead(200, { "content-length": 9 }).end("[]")],
  ])("with a server that %s", async (_, handle) => {
    const { code, message } = await runUnusable({ baseUrl: await startServer(handle), timeout: 200 });
    expect({ code, message }).toEqual({ code: "unreachable", message: expect.stringContaining(isRunning) });
  });

  it("with a server that redirects, which isn't followed because the key would be sent along", async () => {
    const other = await startServer((_, response) => response.end("[]"));
    const redirecting = await startServer((_, response) => response.writeHead(307, { location: other }).end());
    expect(await runUnusable({ baseUrl: redirecting })).toMatchObject({ code: "redirected" });
  });

  it("with a port that is closed, or has no TLS", async () => {
    const listener = await listen(createReferenceServer());
    const address = listener.url.replace("http:", "https:");
    const tls = "Check the certificate and the host name; NODE_EXTRA_CA_CERTS names a file with other authorities.";
    expect(await runUnusable({ baseUrl: address })).toEqual({
      code: "tls_error",
      message: expect.stringContaining(tls),
    });
    await listener.close({ timeout: 0 });
    const { code, message } = await runUnusable({ baseUrl: listener.url });
    expect(code).toBe("unreachable");
    expect(message).toMatch(
      /no-such-record\/index got no response: fetch failed \(connect ECONNREFUSED .*\)\. Check the base URL/,
    );
  });
});

/** Cases that a service may pass that rejects everything, or returns the same list or error for everything. */
const trivial = /^errors\/|^responses\/|\/reading-changes-nothing$|\/limit-optional$|\/limit-left-out$/;

describe.each([{ write: false }, { write: true }])("with %o", ({ write }) => {
  // biome-ignore format: one row a line
  it.each<[status: number, body: unknown]>([[200, null], [200, []], [200, {}], [200, "ok"], [201, []], [418, {}], [500, {}]])(
    "a service that returns %i and %o for everything doesn't conform",
    async (status, body) => {
      let sent = 0;
      const ids = { brainId: "b", slug: "p", bindingId: "c", installationId: "i", secondBrainId: "s", foreignBrainId: "f" };
      // The first two responses decide whether a run begins.
      const fetch = async () => (sent++ < 2 ? Response.json([]) : Response.json(body, { status }));
      const report = await runConformance({ baseUrl, apiKey, fetch, records: ids, write });
      expect(report).toMatchObject({ conclusion: "doesNotConform", conforms: false, succeeded: false });
      expect(idsOf(report, "passed").filter((id) => !trivial.test(id))).toEqual([]);
      expect(idsOf(report, "error").length > 0).toBe(status === 503);
      expect(idsOf(report, "failed").includes("responses/server-errors")).toBe(status === 500);
    },
  );
});

it("begins if a service that doesn't check the key has no brain before the setup", async () => {
  const careless = (url: string, init: RequestInit) => service(url, { ...init, headers: { "x-api-key": validKey } });
  const target = { baseUrl, apiKey, fetch: careless };
  expect(await runUnusable(target)).toMatchObject({ code: "wrong_base_url" });
  const report = await runConformance({ ...target, setup: () => ({ records }) }, only("promptIndex.get/pinned-first"));
  expect(report.conclusion).toBe("conforms");
});
