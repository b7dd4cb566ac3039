import type { ReferenceServer, ReferenceServerOptions } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { contract } from "@knowledge-base/types";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildBinding, buildPage, buildState } from "./build-state.ts";
import { frozen, openServer } from "./open-server.ts";
import { refusal } from "./refusal.ts";
import { requests } from "./requests.ts";
import { type Sending, send } from "./send.ts";

/** A server that answers the global fetch; what it leaves alone is answered with 418. */
function intercept(options: ReferenceServerOptions = {}): ReferenceServer {
  const server = openServer(options);
  const rest = http.all("*", () => HttpResponse.json("left to msw", { status: 418 }));
  const interception = setupServer(...createHandlers(server), rest);
  interception.listen();
  onTestFinished(() => interception.close());
  return server;
}

/** Sends a request through the global fetch. */
function sendGlobally({ baseUrl, apiKey }: ReferenceServer, methodAndPath: string, sending?: Sending) {
  return send({ baseUrl, apiKey, fetch }, methodAndPath, sending);
}

describe("the handlers of msw", () => {
  it("are one for each operation of the contract", () => {
    const server = openServer({ baseUrl: "https://kb.example:8443/api/" });
    expect(createHandlers(server).map(({ info }) => `${info.method} ${String(info.path)}`)).toEqual([
      "PATCH https://kb.example:8443/api/v1/brains/:brainId/messaging/bindings/:bindingId",
      "POST https://kb.example:8443/api/v1/brains/:brainId/pages/:slug/archive",
      "GET https://kb.example:8443/api/v1/brains/:brainId/messaging/channels",
      "GET https://kb.example:8443/api/v1/brains/:brainId/index",
      "POST https://kb.example:8443/api/v1/brains/:brainId/messaging/oauth/start",
      "DELETE https://kb.example:8443/api/v1/brains/:brainId/messaging/bindings/:bindingId",
    ]);
    expect(createHandlers(server)).toHaveLength(Object.keys(contract).length);
  });

  it.each(requests())("answer the global fetch as the server does: $id", async (request) => {
    const { method, path, query, sending, success } = request;
    const answer = await sendGlobally(intercept(), `${method} ${path}${query}`, sending);
    expect(answer).toStrictEqual(await send(openServer(), `${method} ${path}${query}`, sending));
    expect(answer.status).toBe(success);
  });

  it("pass the body on", async () => {
    const server = intercept();
    const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
    expect(await sendGlobally(server, `PATCH ${path}`, { json: { notifyBriefs: false } })).toStrictEqual({
      status: 200,
      body: buildBinding({ notifyBriefs: false }),
    });
    expect(server.snapshot().bindings[0]).toStrictEqual(buildBinding({ notifyBriefs: false }));
  });

  it("pass the query on", async () => {
    const pages = [buildPage({ slug: "a" }), buildPage({ slug: "b" })];
    const server = intercept({ seed: buildState({ pages }) });
    const index = "GET /v1/brains/brain_tides/index";
    expect((await sendGlobally(server, `${index}?limit=1`)).body).toMatchObject([{ slug: "a" }]);
    expect(await sendGlobally(server, `${index}?limit=0`)).toStrictEqual(
      refusal(400, "/v1/brains/brain_tides/index", ["limit must be from 1 to 500"]),
    );
  });

  it.each(["a/b", "größe 🌊", "100%", "a?b#c", ":slug", "a*(b)+c"])("pass the slug %s on", async (slug) => {
    const server = intercept({ seed: buildState({ pages: [buildPage({ slug })] }) });
    const path = `/v1/brains/brain_tides/pages/${encodeURIComponent(slug)}/archive`;
    expect(await sendGlobally(server, `POST ${path}`)).toStrictEqual({
      status: 201,
      body: { ...buildPage({ slug }), archived: true, status: "archived", updatedAt: frozen },
    });
  });

  it("answer refusals with the documented body", async () => {
    const server = intercept();
    const path = "/v1/brains/brain_moon/index";
    expect(await sendGlobally(server, `GET ${path}`)).toStrictEqual(refusal(404, path, "Brain not found"));
    expect(await sendGlobally(server, `GET ${path}`, { key: null })).toStrictEqual(
      refusal(401, path, "Missing x-api-key header"),
    );
    const broken = "/v1/brains/%ff/index";
    expect(await sendGlobally(server, `GET ${broken}`)).toStrictEqual(
      refusal(400, broken, ["brainId must be percent-encoded UTF-8"]),
    );
  });

  it.each(["GET /", "GET /v1/nope", "PUT /v1/brains/brain_tides/index", "GET /v1/brains//index"])(
    "leave unknown routes of the host to msw: %s",
    async (request) => {
      expect(await sendGlobally(intercept(), request)).toEqual({ status: 418, body: "left to msw" });
    },
  );

  it("leave other hosts, ports and protocols to msw", async () => {
    const { apiKey } = intercept({ baseUrl: "http://kb.example:8080" });
    for (const baseUrl of ["http://other.example:8080", "http://kb.example", "https://kb.example:8080"]) {
      const answer = await send({ baseUrl, apiKey, fetch }, "GET /v1/brains/brain_tides/index");
      expect(answer).toEqual({ status: 418, body: "left to msw" });
    }
  });

  it.each([
    "http://localhost:8080",
    "http://[::1]:3000/kb",
    "https://kb.example/a(b)*:c+d.e",
    "https://kb.example/ü b",
  ])("answer at the base URL %s", async (baseUrl) => {
    const server = intercept({ baseUrl });
    const { status, body } = await sendGlobally(server, "GET /v1/brains/brain_tides/index");
    expect({ status, body }).toMatchObject({ status: 200, body: [{ slug: "spring-tide" }] });
    const missing = "/v1/brains/brain_moon/index";
    const { pathname } = new URL(server.baseUrl + missing);
    expect(await sendGlobally(server, `GET ${missing}`)).toStrictEqual(refusal(404, pathname, "Brain not found"));
  });

  it("leave what is outside of the path of the base URL to msw", async () => {
    const { apiKey } = intercept({ baseUrl: "https://kb.example/api" });
    const answer = await send({ baseUrl: "https://kb.example", apiKey, fetch }, "GET /v1/brains/brain_tides/index");
    expect(answer.status).toBe(418);
  });

  it("share one state with the server", async () => {
    const server = intercept();
    const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
    await sendGlobally(server, `DELETE ${path}`);
    expect(await send(server, `DELETE ${path}`)).toStrictEqual(refusal(404, path, "Binding not found"));
    server.reset();
    expect((await sendGlobally(server, `DELETE ${path}`)).status).toBe(200);
  });

  it("answer again and again", async () => {
    const server = intercept();
    for (let count = 0; count < 3; count += 1) {
      expect((await sendGlobally(server, "GET /v1/brains/brain_tides/index")).status).toBe(200);
    }
  });
});
