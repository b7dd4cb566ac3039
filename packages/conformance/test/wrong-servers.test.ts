import { runConformance, type Target } from "@knowledge-base/conformance";
import { type Listener, startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { describe, expect, it, vi } from "vitest";
import { idsOf, openDemo, refusalOf, skipWaits } from "./helpers/targets.ts";

const { baseUrl, apiKey, fetch: service, records } = openDemo().target;
const respond = (status: number, body: string) => async () => new Response(body, { status });

function refusalOfService(target: Partial<Target>): Promise<string> {
  const onResult = () => expect.unreachable("a case ran");
  skipWaits();
  return refusalOf("unusable_service", { baseUrl, apiKey, timeout: 1000, ...target }, { onResult });
}

describe("no run begins", () => {
  const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
  const redirect = async () => new Response(null, { status: 308, headers: { location: "https://other.test/v1" } });
  const key = "the service rejected the API key (401). Check the key, and which service it is for.";
  const brain = (id: string, status: number) =>
    `the API key cannot read the brain ${id} (${status}). Check the brain, the key and the base URL.`;
  const advice = "Check the base URL: no redirect, and no /v1 at its end.";
  const url = (brainId: string, status: number, text: string) =>
    `GET /v1/brains/${brainId}/index responded with ${status}. The body: ${text}. ${advice}`;
  const [noBrain, known] = ["no-such-record", "brain_operations"];
  const noConnection = "GET /v1/brains/no-such-record/index got no response: fetch failed (connect ECONNREFUSED).";
  const html = "<p>Hi</p>";
  const twice = url(noBrain, 404, "{}").replace("/v1", "/v1/v1");
  // biome-ignore format: one row a line
  it.each<{ name: string; target: Partial<Target>; message: string }>([
    { name: "with a key that is wrong", target: { fetch: service, apiKey: "key_of_nobody" }, message: key },
    { name: "with a key that is wrong, and a brain", target: { fetch: service, apiKey: "key_of_nobody", records }, message: key },
    { name: "for a brain that doesn't exist", target: { fetch: service, records: { brainId: "brain_x" } }, message: brain("brain_x", 404) },
    { name: "for a brain that the key may not read", target: { fetch: respond(403, "{}"), records }, message: brain(known, 403) },
    { name: "at a URL with /v1, for a brain", target: { fetch: service, baseUrl: `${baseUrl}/v1/`, records }, message: brain(known, 404) },
    { name: "at a base URL with /v1", target: { fetch: respond(404, "{}"), baseUrl: `${baseUrl}/v1` }, message: twice },
    { name: "after a redirect", target: { fetch: redirect }, message: url(noBrain, 308, "(empty)") },
    { name: "after HTML with 200", target: { fetch: respond(200, html) }, message: url(noBrain, 200, html) },
    { name: "after JSON with 502", target: { fetch: respond(502, "{}") }, message: url(noBrain, 502, "{}") },
    { name: "after JSON with 502, for a brain", target: { fetch: respond(502, "{}"), records }, message: url(known, 502, "{}") },
    { name: "after HTML with 404, for a brain", target: { fetch: respond(404, html), records }, message: url(known, 404, html) },
    { name: "after half of a JSON text", target: { fetch: respond(200, '[{"slug":') }, message: url(noBrain, 200, '[{"slug":') },
    { name: "without a connection", target: { fetch: lost }, message: noConnection },
  ])("$name", async ({ target, message }) => {
    expect(await refusalOfService(target)).toBe(message);
  });

  it.each<{ name: string; handle: Listener }>([
    { name: "with a server that sends nothing", handle: () => {} },
    { name: "with a server that sends headers only", handle: (_, response) => void response.write(" ") },
    { name: "with a server that closes the connection", handle: (request) => void request.socket.destroy() },
    {
      name: "with a server that sends half of a body",
      handle: (_, sent) => void sent.writeHead(200, { "content-length": 9 }).end("[]"),
    },
  ])("$name", async ({ handle }) => {
    const message = await refusalOfService({ baseUrl: await startHttp(handle), timeout: 200 });
    expect(message).toContain("GET /v1/brains/no-such-record/index got no response: ");
  });

  it("with a server that redirects, and the key isn't sent along", async () => {
    const handle = vi.fn<Listener>((_, response) => void response.end("[]"));
    const other = await startHttp(handle);
    const redirecting = await startHttp((_, response) => void response.writeHead(307, { location: other }).end());
    expect(await refusalOfService({ baseUrl: redirecting })).toContain("/index responded with 307");
    expect(handle).not.toHaveBeenCalled();
  });
});

it("a run begins if a request without a key has another response, whichever", async () => {
  const fetch = async (_: string, { headers }: RequestInit) =>
    Response.json({}, { status: new Headers(headers).has("x-api-key") ? 404 : 400 });
  const report = await runConformance({ baseUrl, apiKey, fetch });
  expect(report.conclusion).toBe("doesNotConform");
});

// Cases that a service may pass that rejects everything, or returns the same list or error for everything.
const trivial = /^errors\/|^responses\/|\/reading-changes-nothing$|\/limit-optional$|\/limit-left-out$/;

describe.each([{ write: false }, { write: true }])("a run with write: $write finds a service wrong", ({ write }) => {
  // biome-ignore format: one row a line
  it.each([
    { status: 200, body: null }, { status: 200, body: [] }, { status: 200, body: {} }, { status: 200, body: "ok" },
    { status: 201, body: [] }, { status: 418, body: {} }, { status: 500, body: {} },
  ])("that returns $status and $body for everything", async ({ status, body }) => {
    let sent = 0;
    const methods = new Set<unknown>();
    const ids = { brainId: "b", slug: "p", bindingId: "c", installationId: "i", secondBrainId: "s", foreignBrainId: "f" };
    // The first response decides whether a run begins.
    const fetch = async (_: string, { method }: RequestInit) => {
      methods.add(method);
      return sent++ < 1 ? Response.json([]) : Response.json(body, { status });
    };
    const report = await runConformance({ baseUrl, apiKey, fetch, records: ids, write });
    expect(report).toMatchObject({ conclusion: "doesNotConform", conforms: false });
    expect(idsOf(report, "passed").filter((id) => !trivial.test(id))).toEqual([]);
    if (!write) expect([...methods]).toEqual(["GET"]);
    expect(idsOf(report, "failed").includes("responses/server-errors")).toBe(status === 500);
  });
});
