import { ApiError, KnowledgeBaseError, RedirectError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { calls } from "./server-forms.ts";
import { startHttp } from "./start-http.ts";

const statuses = [301, 302, 303, 307, 308];

describe("a redirect", () => {
  it.each(statuses)("with status %s is an error with its status and its location", async (status) => {
    const location = "https://other.example.com/index";
    const kb = createClient(async () => new Response(null, { status, headers: { location } }));
    const error = await expectRejection(RedirectError, kb.promptIndex.get({ brainId: "b" }));
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).not.toBeInstanceOf(StatusError);
    expect(error.name).toBe("RedirectError");
    expect(error.code).toBe("redirect");
    expect(error.status).toBe(status);
    expect(error.location).toBe(location);
    expect(error.message).toBe(
      `Failed to get the prompt index: the service redirects to ${location}, which the client does not follow.`,
    );
    expect(error).toMatchObject({
      operation: "promptIndex.get",
      method: "GET",
      url: "https://kb.example.com/v1/brains/b/index",
      stopReason: "not_retryable",
    });
    expect(error.attempts).toEqual([{ number: 1, started: expect.any(Number), duration: expect.any(Number), status }]);
  });

  it.each([
    ["https://moved.example.com/v1/brains/b/index?limit=3", "https://moved.example.com"],
    ["https://moved.example.com/api/v1/brains/b/index?limit=3", "https://moved.example.com/api"],
    ["/api/v1/brains/b/index?limit=3", "https://kb.example.com/api"],
  ])("to %j names the base URL that leads there, which the client accepts", async (location, moved) => {
    const kb = createClient(async () => new Response(null, { status: 307, headers: { location } }));
    const error = await expectRejection(RedirectError, kb.promptIndex.get({ brainId: "b", limit: 3 }));
    expect(error.message).toBe(
      `Failed to get the prompt index: the service redirects to ${location}, which the client does not follow. If this is the service, set baseUrl to ${moved}.`,
    );
    expect(kb.withOptions({ baseUrl: moved }).describe("promptIndex.get", { brainId: "b", limit: 3 }).url).toBe(
      new URL(location, "https://kb.example.com").href,
    );
  });

  it("to the same URL does not advise the base URL that is set already", async () => {
    const location = "https://kb.example.com/v1/brains/b/index";
    const kb = createClient(async () => new Response(null, { status: 307, headers: { location } }));
    const error = await expectRejection(RedirectError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(
      `Failed to get the prompt index: the service redirects to ${location}, which the client does not follow.`,
    );
  });

  it("keeps a location as the service wrote it", async () => {
    const kb = createClient(async () => new Response(null, { status: 307, headers: { location: "/v2?a=b#c" } }));
    expect((await expectRejection(RedirectError, kb.oauth.start({ brainId: "b" }))).location).toBe("/v2?a=b#c");
  });

  it("without a location has none", async () => {
    const kb = createClient(async () => new Response(null, { status: 302 }));
    const error = await expectRejection(RedirectError, kb.oauth.start({ brainId: "b" }));
    expect(error.location).toBeUndefined();
    expect(error.message).toBe(
      "Failed to start OAuth: the service redirects elsewhere, which the client does not follow.",
    );
  });

  it.each([300, 304])("is not what status %s is", async (status) => {
    const kb = createClient(
      async () => new Response(null, { status, headers: { location: "https://other.example.com" } }),
    );
    const error = await expectRejection(ApiError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.status).toBe(status);
    expect(error.code).toBe("api_error");
    expect(error.body).toBeUndefined();
  });

  it("is left to the caller by the request that is sent", async () => {
    const modes: string[] = [];
    const kb = createClient(async (input, init) => {
      modes.push(new Request(input, init).redirect);
      return Response.json([]);
    });
    await kb.promptIndex.get({ brainId: "b" });
    expect(modes).toEqual(["manual"]);
  });

  it.each(statuses)("with status %s sends neither key nor request to its location", async (status) => {
    const seen: string[] = [];
    const other = await startHttp((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.end("[]");
    });
    const { connect } = await startHttp((request, response) => {
      response.writeHead(status, { location: `${other.url}${request.url}` }).end();
    });
    for (const call of Object.values(calls)) {
      const error = await expectRejection(RedirectError, call(connect()));
      expect(error.status).toBe(status);
      expect(error.location?.startsWith(`${other.url}/v1/brains/brain_operations/`)).toBe(true);
    }
    expect(seen).toEqual([]);
  });
});
