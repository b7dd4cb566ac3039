import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const unbind = `DELETE ${path}`;

describe("unbinding a channel", () => {
  it("removes that binding and keeps the installation, the channel and the other bindings", async () => {
    const server = openServer();
    expect(await send(server, unbind)).toStrictEqual({ status: 200, body: { disconnected: true } });
    const state = buildState();
    expect(recordsOf(server)).toStrictEqual({ ...state, bindings: state.bindings.slice(1) });
  });

  it("keeps the channel in the list", async () => {
    const server = openServer();
    const list = "GET /v1/brains/brain_tides/messaging/channels?installationId=installation_north";
    const before = await send(server, list);
    await send(server, unbind);
    expect(await send(server, list)).toStrictEqual(before);
  });

  it("rejects a second removal of a binding", async () => {
    const server = openServer();
    await send(server, unbind);
    expect(await send(server, unbind)).toStrictEqual(errorResponse(404, path, "Binding not found"));
  });

  it("leaves no binding to update", async () => {
    const server = openServer();
    await send(server, unbind);
    expect(await send(server, `PATCH ${path}`, { json: {} })).toStrictEqual(
      errorResponse(404, path, "Binding not found"),
    );
  });

  it("lets the channel be bound again", async () => {
    const server = openServer();
    await send(server, unbind);
    server.seed({ version: 1, bindings: buildState().bindings.slice(0, 1) });
    expect(await send(server, unbind)).toStrictEqual({ status: 200, body: { disconnected: true } });
  });

  it.each(["binding_ropes", "binding_moon"])("rejects %s, which is not a binding of the brain", async (bindingId) => {
    const server = openServer();
    const other = `/v1/brains/brain_tides/messaging/bindings/${bindingId}`;
    expect(await send(server, `DELETE ${other}`)).toStrictEqual(errorResponse(404, other, "Binding not found"));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("rejects a brain that does not exist", async () => {
    const missing = "/v1/brains/brain_moon/messaging/bindings/binding_deck";
    expect(await send(openServer(), `DELETE ${missing}`)).toStrictEqual(errorResponse(404, missing, "Brain not found"));
  });

  it("rejects ids that are not percent-encoded UTF-8", async () => {
    const broken = "/v1/brains/%ff/messaging/bindings/%fe";
    expect(await send(openServer(), `DELETE ${broken}`)).toStrictEqual(
      errorResponse(400, broken, ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"]),
    );
  });
});
