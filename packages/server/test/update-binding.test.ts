import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const update = `PATCH ${path}`;

describe("updating a binding", () => {
  it.each([
    { notifyBriefs: false },
    { notifyConnections: true },
    { notifyChanges: false },
    { notifyBriefs: false, notifyConnections: true },
    { notifyBriefs: false, notifyChanges: false },
    { notifyBriefs: false, notifyConnections: true, notifyChanges: false },
    { notifyBriefs: true, notifyConnections: false, notifyChanges: true },
    {},
  ])("changes the flags of %j and keeps those that the body omits", async (flags) => {
    const server = openServer();
    const updated = { ...buildBinding(), ...flags };
    expect(await send(server, update, { json: flags })).toStrictEqual({ status: 200, body: updated });
    const state = buildState();
    expect(recordsOf(server)).toStrictEqual({ ...state, bindings: [updated, ...state.bindings.slice(1)] });
  });

  it.each([{ notifyBriefs: true }, { notifyConnections: true }, { notifyChanges: true }])(
    "enables disabled flags by %j",
    async (flags) => {
      const off = buildBinding({ notifyBriefs: false, notifyConnections: false, notifyChanges: false });
      const server = openServer({ seed: buildState({ bindings: [off] }) });
      expect(await send(server, update, { json: flags })).toStrictEqual({ status: 200, body: { ...off, ...flags } });
    },
  );

  it("changes nothing without a body", async () => {
    const server = openServer();
    expect(await send(server, update)).toStrictEqual({ status: 200, body: buildBinding() });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("combines two changes", async () => {
    const server = openServer();
    await send(server, update, { json: { notifyBriefs: false } });
    const { body } = await send(server, update, { json: { notifyChanges: false } });
    expect(body).toStrictEqual({ ...buildBinding(), notifyBriefs: false, notifyChanges: false });
  });

  it("keeps a disabled binding disabled", async () => {
    const disabled = buildBinding({ status: "disabled", channelName: null });
    const server = openServer({ seed: buildState({ bindings: [disabled] }) });
    expect(await send(server, update, { json: { notifyBriefs: false } })).toStrictEqual({
      status: 200,
      body: { ...disabled, notifyBriefs: false },
    });
  });

  it.each([
    { status: "disabled" },
    { id: "x", brainId: "brain_ropes", channelName: "x", createdAt: "x" },
    { notifybriefs: false },
    { statusCode: null, nested: { notifyBriefs: false } },
  ])("ignores fields that the specification does not define, such as %j", async (fields) => {
    const server = openServer();
    const json = { ...fields, notifyChanges: false };
    expect(await send(server, update, { json })).toStrictEqual({
      status: 200,
      body: { ...buildBinding(), notifyChanges: false },
    });
  });

  it("rejects a binding that does not exist", async () => {
    const missing = "/v1/brains/brain_tides/messaging/bindings/binding_moon";
    expect(await send(openServer(), `PATCH ${missing}`, { json: {} })).toStrictEqual(
      errorResponse(404, missing, "Binding not found"),
    );
  });

  it("rejects a binding of another brain of the organization", async () => {
    const server = openServer();
    const other = "/v1/brains/brain_tides/messaging/bindings/binding_ropes";
    expect(await send(server, `PATCH ${other}`, { json: { notifyBriefs: false } })).toStrictEqual(
      errorResponse(404, other, "Binding not found"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("rejects a brain that does not exist", async () => {
    const missing = "/v1/brains/brain_moon/messaging/bindings/binding_deck";
    expect(await send(openServer(), `PATCH ${missing}`, { json: {} })).toStrictEqual(
      errorResponse(404, missing, "Brain not found"),
    );
  });
});
