import { describe, expect, it } from "vitest";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { requests } from "./requests.ts";
import { send } from "./send.ts";

const brokenBrain = "brainId must be percent-encoded UTF-8";

describe("the order of checks", () => {
  it.each([null, "wrong"])("reports an unknown route before checking the key (%s)", async (key) => {
    expect(await send(openServer(), "GET /v1/nope", { key })).toStrictEqual(
      errorResponse(404, "/v1/nope", "Cannot GET /v1/nope"),
    );
  });

  it.each(requests({ brainId: "%ff" }))("checks the key before the input of $id", async (request) => {
    const { method, path } = request;
    expect(await send(openServer(), `${method} ${path}?limit=0`, { key: null })).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
    expect(await send(openServer(), `${method} ${path}?limit=0`, { key: "wrong" })).toStrictEqual(
      errorResponse(401, path, "Invalid x-api-key"),
    );
  });

  it("checks the key before the size of the body", async () => {
    const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
    expect(await send(openServer(), `PATCH ${path}`, { key: null, text: "x".repeat(200_000) })).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
  });

  it("checks the size of the body before its form", async () => {
    const path = "/v1/brains/%ff/messaging/bindings/binding_deck";
    expect(await send(openServer(), `PATCH ${path}`, { text: "x".repeat(200_000) })).toStrictEqual(
      errorResponse(413, path, "Body exceeds 102400 bytes"),
    );
  });

  it.each([
    {
      request: "PATCH /v1/brains/brain_moon/messaging/bindings/binding_moon",
      json: { notifyBriefs: 1 },
      message: "notifyBriefs must be a boolean, not 1",
    },
    {
      request: "POST /v1/brains/brain_moon/pages/%ff/archive",
      message: "slug must be percent-encoded UTF-8",
    },
    {
      request: "GET /v1/brains/brain_moon/messaging/channels",
      message: "installationId is missing",
    },
    { request: "GET /v1/brains/brain_moon/index?limit=abc", message: 'limit must be a number, not "abc"' },
    { request: "GET /v1/brains/brain_moon/index?limit=501", message: "limit must be from 1 to 500" },
    {
      request: "DELETE /v1/brains/brain_moon/messaging/bindings/%ff",
      message: "bindingId must be percent-encoded UTF-8",
    },
  ])("reports invalid input before a missing record ($request)", async ({ request, json, message }) => {
    const path = request.replace(/^\S+ /, "").replace(/\?.*/, "");
    expect(await send(openServer(), request, { json })).toStrictEqual(errorResponse(400, path, [message]));
  });

  it.each(requests({ brainId: "brain_moon", bindingId: "binding_moon", slug: "moon", installationId: "moon" }))(
    "looks up the brain before the other records of $id",
    async ({ method, path, query, sending }) => {
      expect(await send(openServer(), `${method} ${path}${query}`, sending)).toStrictEqual(
        errorResponse(404, path, "Brain not found"),
      );
    },
  );
});

describe("all invalid fields are reported at once", () => {
  it("of path and body", async () => {
    const path = "/v1/brains/%ff/messaging/bindings/%fe";
    const json = { notifyChanges: "x", notifyBriefs: null, notifyConnections: [] };
    expect(await send(openServer(), `PATCH ${path}`, { json })).toStrictEqual(
      errorResponse(400, path, [
        brokenBrain,
        "bindingId must be percent-encoded UTF-8",
        "notifyBriefs must be a boolean, not null",
        "notifyConnections must be a boolean, not an array",
        "notifyChanges must be a boolean, not a string",
      ]),
    );
  });

  it("of path and content type", async () => {
    const path = "/v1/brains/%ff/messaging/bindings/binding_deck";
    expect(await send(openServer(), `PATCH ${path}`, { text: "{", contentType: "text/plain" })).toStrictEqual(
      errorResponse(400, path, [brokenBrain, "Content-Type must be application/json"]),
    );
  });

  it("of a path alone", async () => {
    const path = "/v1/brains/%ff/pages/%fe/archive";
    expect(await send(openServer(), `POST ${path}`)).toStrictEqual(
      errorResponse(400, path, [brokenBrain, "slug must be percent-encoded UTF-8"]),
    );
  });

  it("of path and a query parameter that is missing", async () => {
    const path = "/v1/brains/%ff/messaging/channels";
    expect(await send(openServer(), `GET ${path}`)).toStrictEqual(
      errorResponse(400, path, [brokenBrain, "installationId is missing"]),
    );
  });

  it("of path and a limit that is no number", async () => {
    const path = "/v1/brains/%ff/index";
    expect(await send(openServer(), `GET ${path}?limit=abc`)).toStrictEqual(
      errorResponse(400, path, [brokenBrain, 'limit must be a number, not "abc"']),
    );
  });
});
