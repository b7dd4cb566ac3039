import { runConformance, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "./start-server.ts";

const records = { brainId: "brain_operations" };

/** Starts a reference server on a socket. */
async function startReferenceServer() {
  const server = createReferenceServer({ seed: demoSeed() });
  const listener = await listen(server);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return { baseUrl: listener.url, apiKey: server.apiKey };
}

/** Runs the suite against a target that cannot be used, and returns the error and the number of results. */
async function runUnusable(target: Parameters<typeof runConformance>[0]) {
  let results = 0;
  const error = await runConformance(target, { onResult: () => results++ }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TargetError);
  expect(results).toBe(0);
  const { code, message } = error as TargetError;
  return { code, message: message.replace("Failed to run the suite: ", "") };
}

describe("a run stops before the first case, with one sentence, because of", () => {
  it("a wrong key", async () => {
    const { baseUrl } = await startReferenceServer();
    for (const brain of [{}, records]) {
      expect(await runUnusable({ baseUrl, apiKey: "kb_unknown_key", records: brain })).toEqual({
        code: "wrong_key",
        message: "the service rejected the API key (401). Check the key, and which service it is for.",
      });
    }
  });

  it("a wrong brain", async () => {
    const target = await startReferenceServer();
    expect(await runUnusable({ ...target, records: { brainId: "brain_unknown" } })).toEqual({
      code: "wrong_brain",
      message: "there is no brain brain_unknown in the organization of the API key (404).",
    });
  });

  it("a brain that the key may not read", async () => {
    const baseUrl = await startServer((_, response) => response.writeHead(403).end("{}"));
    expect(await runUnusable({ baseUrl, apiKey: "key_of_reader", records })).toEqual({
      code: "wrong_brain",
      message:
        "the API key may not read the brain brain_operations (403). It belongs to another organization, or the role of the key may not read it.",
    });
  });

  it.each([{}, records])("the version /v1 twice in the URL, with the records %o", async (brain) => {
    const { baseUrl, apiKey } = await startReferenceServer();
    expect(await runUnusable({ baseUrl: `${baseUrl}/v1/`, apiKey, records: brain })).toEqual({
      code: "wrong_base_url",
      message: "the base URL ends with /v1, which the suite adds itself. Remove it.",
    });
  });

  it("another wrong path in the base URL", async () => {
    const { baseUrl, apiKey } = await startReferenceServer();
    expect(await runUnusable({ baseUrl: `${baseUrl}/api`, apiKey })).toEqual({
      code: "wrong_base_url",
      message: "there is no prompt index below the base URL (404). Check the base URL, or name a brain.",
    });
    expect(await runUnusable({ baseUrl: `${baseUrl}/api`, apiKey, records })).toEqual({
      code: "wrong_base_url",
      message: "there is no prompt index below the base URL (404). Check the base URL and the brain.",
    });
  });

  it("a closed port", async () => {
    const listener = await listen(createReferenceServer());
    await listener.close();
    const { code, message } = await runUnusable({ baseUrl: listener.url, apiKey: "key_of_nobody" });
    expect(code).toBe("unreachable");
    expect(message).toMatch(
      /^GET \/v1\/brains\/no-such-record\/index got no response: fetch failed \(connect ECONNREFUSED .*\)\. Check the base URL, and whether the service is running\.$/,
    );
  });

  it.each([200, 404, 502])("a proxy that returns HTML with the status %i", async (status) => {
    const baseUrl = await startServer((_, response) =>
      response.writeHead(status, { "content-type": "text/html" }).end("<html><body>Welcome</body></html>"),
    );
    expect(await runUnusable({ baseUrl, apiKey: "key_of_nobody", records })).toEqual({
      code: "not_json",
      message: `the response has the status ${status} and is not JSON (text/html). It seems to come from a proxy or a website: check the base URL.`,
    });
  });

  it("a redirect, which is not followed", async () => {
    let requests = 0;
    const other = await startServer((_, response) => {
      requests++;
      response.end("[]");
    });
    const baseUrl = await startServer((_, response) => response.writeHead(308, { location: `${other}/v1` }).end());
    expect(await runUnusable({ baseUrl, apiKey: "key_of_nobody" })).toEqual({
      code: "redirected",
      message: `the base URL redirects to ${other}/v1 (308). Redirects are not followed, because the API key would be sent along. Use the final base URL.`,
    });
    expect(requests).toBe(0);
  });

  it("a port without TLS", async () => {
    const baseUrl = await startServer((_, response) => response.end("[]"));
    const { code, message } = await runUnusable({
      baseUrl: baseUrl.replace("http:", "https:"),
      apiKey: "key_of_nobody",
    });
    expect(code).toBe("tls_error");
    expect(message).toContain("Check the certificate and the host name");
  });
});

describe("a run with write", () => {
  it("stops if an earlier run has removed the binding", async () => {
    const target = { ...(await startReferenceServer()), write: true };
    const named = { ...target, records: { ...records, bindingId: "binding_bridge" } };
    expect(await runConformance(named)).toMatchObject({ conforms: true });
    expect(await runUnusable(named)).toEqual({
      code: "wrong_binding",
      message:
        "there is no binding binding_bridge in the brain brain_operations (404). An earlier run may have removed it: use another binding, or a setup.",
    });
  });
});

describe("a run starts", () => {
  it("with a service that checks the key even for unknown paths", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const { baseUrl, apiKey } = server;
    const report = await runConformance({ baseUrl, apiKey, fetch: server.fetch });
    expect(report.conforms).toBe(true);
  });

  it("after two requests", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
    let requests = 0;
    const counting = (url: string, init: RequestInit) => {
      requests++;
      return fetch(url, init);
    };
    await runConformance({ baseUrl, apiKey, fetch: counting, records }, { filter: () => false });
    expect(requests).toBe(2);
  });
});
