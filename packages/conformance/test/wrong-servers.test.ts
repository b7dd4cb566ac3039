import { runConformance, type Target } from "@knowledge-base/conformance";
import { describe, expect, it, vi } from "vitest";
import { type Listener, startHttp } from "../../internal/test/helpers/start-http.ts";
import { idsOf, json, openDemo, refusalOf, skipWaits } from "./helpers/reference-target.ts";

const { baseUrl, apiKey, fetch: service, records } = openDemo().target;
const index = "GET /v1/brains/no-such-record/index";
const brainIndex = "GET /v1/brains/brain_operations/index";
const html = (status: number) => async () => new Response("<p>Hi</p>", { status });

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
  const url = (request: string, status: number, body: string) =>
    `${request} responded with ${status}. The body: ${body}. Check the base URL: no redirect, and no /v1 at its end.`;
  const wrongIndex = index.replace("/v1", "/v1/v1");
  // biome-ignore format: one row a line
  it.each<[what: string, target: Partial<Target>, message: string]>([
    ["a key that is wrong", { fetch: service, apiKey: "key_of_nobody" }, key],
    ["a key that is wrong, with a brain", { fetch: service, apiKey: "key_of_nobody", records }, key],
    ["a brain that doesn't exist", { fetch: service, records: { brainId: "brain_x" } }, brain("brain_x", 404)],
    ["a brain that the key may not read", { fetch: async () => json(403, {})(), records }, brain("brain_operations", 403)],
    ["a base URL with /v1, and a brain", { fetch: service, baseUrl: `${baseUrl}/v1/`, records }, brain("brain_operations", 404)],
    ["a base URL with /v1", { fetch: async () => json(404, {})(), baseUrl: `${baseUrl}/v1` }, url(wrongIndex, 404, "{}")],
    ["a redirect", { fetch: redirect }, url(index, 308, "(empty)")],
    ["HTML with 200", { fetch: html(200) }, url(index, 200, "<p>Hi</p>")],
    ["JSON with 502", { fetch: async () => json(502, {})() }, url(index, 502, "{}")],
    ["JSON with 502, and a brain", { fetch: async () => json(502, {})(), records }, url(brainIndex, 502, "{}")],
    ["HTML with 404, and a brain", { fetch: html(404), records }, url(brainIndex, 404, "<p>Hi</p>")],
    ["half of a JSON text", { fetch: async () => new Response('[{"slug":') }, url(index, 200, '[{"slug":')],
    ["a connection that is lost", { fetch: lost }, `${index} got no response: fetch failed (connect ECONNREFUSED).`],
  ])("because of %s", async (_, target, message) => {
    expect(await refusalOfService(target)).toBe(message);
  });

  it.each<[what: string, handle: Listener]>([
    ["sends nothing", () => {}],
    ["sends headers, and then nothing", (_, response) => void response.write(" ")],
    ["closes the connection", (request) => void request.socket.destroy()],
    ["sends half of a body", (_, response) => void response.writeHead(200, { "content-length": 9 }).end("[]")],
  ])("because the server %s", async (_, handle) => {
    const message = await refusalOfService({ baseUrl: await startHttp(handle), timeout: 200 });
    expect(message).toContain(`${index} got no response: `);
  });

  it("because the server redirects, and the key isn't sent along", async () => {
    const handle = vi.fn<Listener>((_, response) => void response.end("[]"));
    const other = await startHttp(handle);
    const redirecting = await startHttp((_, response) => void response.writeHead(307, { location: other }).end());
    expect(await refusalOfService({ baseUrl: redirecting })).toContain(`${index} responded with 307`);
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

describe.each([
  ["read-only", false],
  ["with --write", true],
])("a run %s", (_, write) => {
  // biome-ignore format: one row a line
  it.each<[status: number, body: unknown]>([[200, null], [200, []], [200, {}], [200, "ok"], [201, []], [418, {}], [500, {}]])(
    "finds a service wrong that returns %i and %j for everything",
    async (status, body) => {
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
    },
  );
});
