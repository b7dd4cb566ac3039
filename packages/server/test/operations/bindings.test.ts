import { expect, it } from "vitest";
import { buildBinding, buildState, recordsOf } from "../helpers/build-state.ts";
import { bindingRejections, errorResponse, expectRejected } from "../helpers/expect-rejected.ts";
import { openServer, send } from "../helpers/open-server.ts";

it("bindings.update changes the flags of the body, and responds with the binding", async () => {
  const server = openServer();
  const json = { notifyBriefs: false };
  const response = await send(server, "PATCH /v1/brains/brain_tides/messaging/bindings/binding_deck", { json });
  expect(response).toStrictEqual({ status: 200, body: { ...buildBinding(), notifyBriefs: false } });
});

const updateOf = (brainId: string, bindingId: string) => `PATCH /v1/brains/${brainId}/messaging/bindings/${bindingId}`;
const unbindOf = (...ids: Parameters<typeof updateOf>) => updateOf(...ids).replace("PATCH", "DELETE");
const update = updateOf("brain_tides", "binding_deck");
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const disabled = buildBinding({ status: "disabled", channelName: null });

it.each([
  { what: "the flags of the body", json: off },
  { what: "only the flag of the body", json: { notifyConnections: true } },
  { what: "nothing for an empty body", json: {} },
  { what: "nothing without a body", json: undefined },
])("bindings.update changes $what, and no other field or record", async ({ json }) => {
  const server = openServer({ seed: buildState({ bindings: [disabled] }) });
  const updated = { ...disabled, ...json };
  expect(await send(server, update, { json })).toStrictEqual({ status: 200, body: updated });
  expect(recordsOf(server)).toStrictEqual(buildState({ bindings: [updated] }));
});

it("bindings.update ignores other fields of the body", async () => {
  const server = openServer();
  const json = { status: "disabled", id: "x", channelName: "x", notifybriefs: false, nested: off };
  expect(await send(server, update, { json })).toStrictEqual({ status: 200, body: buildBinding() });
  expect(recordsOf(server)).toStrictEqual(buildState());
});

const several = ["notifyConnections must be a boolean, not a string", "notifyChanges must be a boolean, not null"];
it.each([
  { json: { notifyBriefs: null }, message: ["notifyBriefs must be a boolean, not null"] },
  { json: { notifyConnections: 1 }, message: ["notifyConnections must be a boolean, not 1"] },
  { json: { notifyChanges: [true] }, message: ["notifyChanges must be a boolean, not an array"] },
  { json: { ...off, notifyConnections: "yes", notifyChanges: null }, message: several },
])("bindings.update is rejected with 400 for the body $json, and changes nothing", ({ json, message }) =>
  expectRejected({ request: update, sending: { json }, status: 400, message }),
);

it.each(bindingRejections(updateOf))("bindings.update fails with $status for $what", expectRejected);

// biome-ignore format: one row a line
it.each([
  { text: '{"status":"disabled"}', messages: ["body has unknown fields: status"] },
  { text: '{"x":1,"notifybriefs":true}', messages: ["body has unknown fields: x, notifybriefs"] },
  { text: '{"__proto__":true}', messages: ["body has unknown fields: __proto__"] },
  { text: '{"constructor":true}', messages: ["body has unknown fields: constructor"] },
  { text: '{"x":1,"notifyBriefs":1}', messages: ["body has unknown fields: x", "notifyBriefs must be a boolean, not 1"] },
])("a server with strict bodies rejects the unknown fields of $text", async ({ text, messages }) => {
  const server = openServer({ strictBodies: true });
  const [, path = ""] = update.split(" ");
  expect(await send(server, update, { text })).toStrictEqual(errorResponse(400, path, messages));
  expect(recordsOf(server)).toStrictEqual(buildState());
});

it.each([
  { what: "no body", json: undefined },
  { what: "an empty body", json: {} },
  { what: "all flags", json: off },
])("bindings.update with strict bodies accepts $what", async ({ json }) => {
  const server = openServer({ strictBodies: true });
  expect(await send(server, update, { json })).toStrictEqual({ status: 200, body: { ...buildBinding(), ...json } });
});

it("bindings.unbind responds with 200, and removes the binding alone", async () => {
  const server = openServer();
  const response = await send(server, unbindOf("brain_tides", "binding_deck"));
  expect(response).toStrictEqual({ status: 200, body: { disconnected: true } });
  const [, ...others] = buildState().bindings;
  expect(recordsOf(server)).toStrictEqual(buildState({ bindings: others }));
});

it.each(bindingRejections(unbindOf))("bindings.unbind fails with $status for $what", expectRejected);
