import { ApiError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { clientOf } from "./client-of.ts";
import { rejectionOf } from "./rejection.ts";
import { startHttp } from "./start-http.ts";
import { calls } from "./world.ts";

const statuses = [301, 302, 303, 307, 308];

describe("a redirect", () => {
  it.each([300, ...statuses, 304])("with status %s is an error that keeps its status", async (status) => {
    const kb = clientOf(async () => new Response(null, { status, headers: { location: "https://other.example.com" } }));
    const error = await rejectionOf(ApiError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.status).toBe(status);
    expect(error.code).toBe("api_error");
    expect(error.body).toBeUndefined();
  });

  it("is left to the caller by the request that is sent", async () => {
    const modes: string[] = [];
    const kb = clientOf(async (input, init) => {
      modes.push(new Request(input, init).redirect);
      return Response.json([]);
    });
    await kb.promptIndex.get({ brainId: "b" });
    expect(modes).toEqual(["manual"]);
  });

  it.each(statuses)("with status %s carries neither key nor request to where it points", async (status) => {
    const seen: string[] = [];
    const other = await startHttp((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.end("[]");
    });
    const { connect } = await startHttp((request, response) => {
      response.writeHead(status, { location: `${other.url}${request.url}` }).end();
    });
    for (const call of Object.values(calls)) {
      expect((await rejectionOf(ApiError, call(connect()))).status).toBe(status);
    }
    expect(seen).toEqual([]);
  });
});
