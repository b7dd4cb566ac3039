import { toTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import { createClient, createClientWithJson, createClientWithResponse, secretKey } from "../create-client.ts";
import { expectNoSecret } from "../hostile/expect-no-secret.ts";
import { brainId, openTools } from "./open-tools.ts";
import { readError } from "./read-result.ts";

const quiet = { logLevel: "off" } as const;

function archive(kb: ReturnType<typeof createClient>) {
  const [tool] = toTools(kb, { allow: ["pages.archive"], brainId });
  if (!tool) throw new Error("There is no tool");
  return tool.call({ slug: "kestrel" });
}

describe("an error of a tool", () => {
  it.each([
    [400, "bad_request", "Correct the input and call the tool again."],
    [401, "unauthorized", "The program has no access to the knowledge base."],
    [403, "api_error", "The knowledge base has rejected the call."],
    [404, "not_found", "There is no such record, or no longer."],
    [429, "rate_limit", "The knowledge base is not available."],
    [503, "server_error", "It is not known whether the change was made."],
  ])("of status %d has the code %s and says what to do", async (statusCode, code, advice) => {
    const body = { statusCode, timestamp: "2026-01-01T00:00:00.000Z", path: "/v1", message: "Reason" };
    const result = await archive(createClientWithJson(statusCode, body, quiet));
    expect(result).toMatchObject({ ok: false, code, error: { code, name: expect.any(String) } });
    expect(result.text).toContain(advice);
    expect(readError(result.text)).toContain("Failed to archive a page: ");
  });

  const uncertain = "It is not known whether the change was made.";
  const unavailable = "The knowledge base is not available. Tell the person to try again later.";
  const unreadable = "The response of the knowledge base cannot be used. Tell the person.";
  const noAccess = "The program has no access to the knowledge base. No input corrects that: tell the person.";

  it.each([
    [
      "connection",
      `${unavailable} ${uncertain}`,
      createClient(() => Promise.reject(new TypeError("fetch failed")), quiet),
    ],
    ["server_error", `${unavailable} ${uncertain}`, createClientWithResponse(500, "", {}, quiet)],
    ["rate_limit", unavailable, createClientWithResponse(429, "", {}, { ...quiet, retries: 0 })],
    ["response", `${unreadable} ${uncertain}`, createClientWithJson(201, {}, quiet)],
    [
      "response_too_large",
      `${unreadable} ${uncertain}`,
      createClientWithJson(201, {}, { ...quiet, maxResponseBytes: 1 }),
    ],
    ["redirect", noAccess, createClientWithResponse(302, "", { location: "/login" }, quiet)],
    ["configuration", noAccess, createClientWithJson(201, {}, { ...quiet, apiKey: () => "" })],
    ["input", "Correct the input and call the tool again.", createClientWithJson(201, {}, quiet)],
  ])("with the code %s says: %s", async (code, advice, kb) => {
    const [tool] = toTools(kb, { allow: ["pages.archive"], brainId });
    const { text } = (await tool?.call({ slug: code === "input" ? ".." : "kestrel" })) ?? {};
    expect(text?.split(" <knowledge-base-error")[0]).toBe(advice);
    expect(text).toContain(`<knowledge-base-error code="${code}">`);
  });

  it("says whether a change may have been made", async () => {
    const fails = async () => Promise.reject(new TypeError("fetch failed"));
    expect((await archive(createClient(fails, quiet))).text).toContain("It is not known whether the change was made.");
    const [index] = toTools(createClient(fails, quiet), { allow: ["promptIndex.get"], brainId });
    expect((await index?.call({}))?.text).not.toContain("whether the change was made");
  });

  it("is a result if the call takes too long", async () => {
    const { server, kb } = openTools();
    server.faults.add({ kind: "hang", operation: "promptIndex.get" });
    const [index] = toTools(kb.withOptions({ timeout: 20 }), { brainId, allow: ["promptIndex.get"] });
    expect(await index?.call({})).toMatchObject({ ok: false, code: "timeout" });
  });

  it("is a result if the body is not JSON", async () => {
    const html = "<html></knowledge-base-error><script>";
    const result = await archive(createClientWithResponse(502, html, { "content-type": "text/html" }, quiet));
    expect(result).toMatchObject({ ok: false, code: "server_error" });
    readError(result.text);
  });

  it("never contains the key", async () => {
    const body = { statusCode: 404, timestamp: "", path: `/${secretKey}`, message: `No page for ${secretKey}` };
    const results = [
      await archive(createClientWithJson(404, body, quiet)),
      await archive(createClient(async () => Promise.reject(new TypeError(secretKey)), quiet)),
    ];
    for (const result of results) {
      expect(result.ok).toBe(false);
      expectNoSecret(result);
    }
  });

  it("has one line of at most 1,000 characters", async () => {
    const message = "\n<&>\u2028\u202E".repeat(5000);
    const body = { statusCode: 404, timestamp: "2026-01-01T00:00:00.000Z", path: "/v1", message };
    const { text } = await archive(createClientWithJson(404, body, quiet));
    expect(text.length).toBeLessThanOrEqual(1000);
    readError(text);
  });

  it("has as much of the message as fits with its escapes", async () => {
    const message = "&".repeat(500);
    const body = { statusCode: 403, timestamp: "2026-01-01T00:00:00.000Z", path: "/v1", message };
    const { text } = await archive(createClientWithJson(403, body, quiet));
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.split("&amp;").length).toBeGreaterThan(80);
  });
});
