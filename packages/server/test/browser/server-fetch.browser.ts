import { describe, expect, it } from "vitest";
import { errorResponse } from "../error-response.ts";
import { openServer } from "../open-server.ts";
import { requests } from "../requests.ts";
import { send } from "../send.ts";

describe("server.fetch in a page", () => {
  it.each(requests())("responds to $id", async ({ method, path, query, sending, success }) => {
    expect(await send(openServer(), `${method} ${path}${query}`, sending)).toHaveProperty("status", success);
  });

  it("accepts a Request", async () => {
    const server = openServer();
    const url = `${server.baseUrl}/v1/brains/brain_tides/messaging/bindings/binding_deck`;
    const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
    const request = new Request(url, { method: "PATCH", headers, body: '{"notifyBriefs":false}' });
    expect(await (await server.fetch(request)).json()).toHaveProperty("notifyBriefs", false);
  });

  it("rejects with the documented body", async () => {
    const path = "/v1/brains/brain_moon/index";
    expect(await send(openServer(), `GET ${path}`)).toStrictEqual(errorResponse(404, path, "Brain not found"));
    expect(await send(openServer(), `GET ${path}`, { key: null })).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
  });

  it("rejects with the reason of a signal", async () => {
    const { baseUrl, fetch } = openServer();
    const reason = new Error("enough");
    await expect(fetch(`${baseUrl}/`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
