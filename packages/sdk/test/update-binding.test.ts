import type { ChannelBinding } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { serverForms } from "./server-forms.ts";

const brainId = "brain_operations";
const bindingId = "binding_bridge";

/** The binding as the demo seed has it. */
const bridge: ChannelBinding = {
  id: "binding_bridge",
  brainId: "brain_operations",
  installationId: "installation_harbour_line",
  teamId: "T0HARBOUR",
  channelId: "C01BRIDGE",
  channelName: "bridge",
  status: "active",
  notifyBriefs: true,
  notifyConnections: false,
  notifyChanges: true,
  createdAt: "2026-03-02T09:30:00.000Z",
};

describe.each(serverForms)("bindings.update over %s", (_, open) => {
  it("changes one flag and does not change the others", async () => {
    const { kb } = open();
    expect(await kb.bindings.update({ brainId, bindingId, notifyBriefs: false })).toEqual({
      ...bridge,
      notifyBriefs: false,
    });
    expect(await kb.bindings.update({ brainId, bindingId, notifyConnections: true })).toEqual({
      ...bridge,
      notifyBriefs: false,
      notifyConnections: true,
    });
    expect(await kb.bindings.update({ brainId, bindingId })).toEqual({
      ...bridge,
      notifyBriefs: false,
      notifyConnections: true,
    });
  });

  it("changes all flags at once", async () => {
    const { kb } = open();
    const flags = { notifyBriefs: false, notifyConnections: true, notifyChanges: false };
    expect(await kb.bindings.update({ brainId, bindingId, ...flags })).toEqual({ ...bridge, ...flags });
  });

  it("sends the flags as JSON", async () => {
    const { kb, requests, server } = open();
    await kb.bindings.update({
      brainId,
      bindingId,
      notifyChanges: true,
      notifyConnections: false,
      notifyBriefs: true,
    });
    expect(requests).toEqual([
      {
        method: "PATCH",
        url: `${server.baseUrl}/v1/brains/brain_operations/messaging/bindings/binding_bridge`,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-api-key": "kb_demo_harbour_line",
        },
        body: '{"notifyBriefs":true,"notifyConnections":false,"notifyChanges":true}',
      },
    ]);
  });

  it("does not send flags that the input leaves out", async () => {
    const { kb, requests } = open();
    await kb.bindings.update({ brainId, bindingId, notifyConnections: false });
    expect(requests.map(({ body }) => body)).toEqual(['{"notifyConnections":false}']);
  });

  it("does not send flags that are undefined", async () => {
    const { kb, requests } = open();
    const binding = await kb.bindings.update({
      brainId,
      bindingId,
      notifyBriefs: undefined,
      notifyConnections: undefined,
      notifyChanges: false,
    });
    expect(requests.map(({ body }) => body)).toEqual(['{"notifyChanges":false}']);
    expect(binding).toEqual({ ...bridge, notifyChanges: false });
  });

  it("sends an empty object if no flag is given", async () => {
    const { kb, requests } = open();
    expect(await kb.bindings.update({ brainId, bindingId })).toEqual(bridge);
    expect(
      await kb.bindings.update({
        brainId,
        bindingId,
        notifyBriefs: undefined,
        notifyConnections: undefined,
        notifyChanges: undefined,
      }),
    ).toEqual(bridge);
    expect(requests.map(({ body }) => body)).toEqual(["{}", "{}"]);
    expect(requests.map(({ headers }) => headers["content-type"])).toEqual(["application/json", "application/json"]);
  });

  it("sends flags that the input has from its class", async () => {
    class Muted {
      readonly brainId = brainId;
      readonly bindingId = bindingId;
      get notifyBriefs(): boolean {
        return false;
      }
    }
    const { kb, requests } = open();
    const binding = await kb.bindings.update(new Muted());
    expect(requests.map(({ body }) => body)).toEqual(['{"notifyBriefs":false}']);
    expect(binding).toEqual({ ...bridge, notifyBriefs: false });
  });

  it("does not change the input that it is given", async () => {
    const { kb } = open();
    const input = Object.freeze({ brainId, bindingId, notifyBriefs: undefined, notifyChanges: false });
    await kb.bindings.update(input);
    expect(input).toStrictEqual({ brainId, bindingId, notifyBriefs: undefined, notifyChanges: false });
  });
});
