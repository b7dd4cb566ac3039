import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const update = `PATCH ${path}`;
const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"];
const values = [
  { value: null, name: "null" },
  { value: "true", name: "a string" },
  { value: 1, name: "1" },
  { value: 0.5, name: "0.5" },
  { value: [true], name: "an array" },
  { value: { on: true }, name: "an object" },
];

describe("the flags of a binding", () => {
  it.each(flags.flatMap((flag) => values.map((value) => ({ flag, ...value }))))(
    "reject $name as $flag and change nothing",
    async ({ flag, value, name }) => {
      const server = openServer();
      expect(await send(server, update, { json: { [flag]: value } })).toStrictEqual(
        errorResponse(400, path, [`${flag} must be a boolean, not ${name}`]),
      );
      expect(recordsOf(server)).toStrictEqual(buildState());
    },
  );

  it("are rejected with one message each, and no valid one is changed", async () => {
    const server = openServer();
    const json = { notifyBriefs: false, notifyConnections: "yes", notifyChanges: null };
    expect(await send(server, update, { json })).toStrictEqual(
      errorResponse(400, path, [
        "notifyConnections must be a boolean, not a string",
        "notifyChanges must be a boolean, not null",
      ]),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });
});

describe("strict bodies", () => {
  it.each([
    { text: '{"status":"disabled"}', names: "status" },
    { text: '{"notifyBriefs":false,"x":1,"notifybriefs":true}', names: "x, notifybriefs" },
    { text: '{"__proto__":true}', names: "__proto__" },
    { text: '{"constructor":true}', names: "constructor" },
  ])("reject the unknown fields of $text", async ({ text, names }) => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, update, { text })).toStrictEqual(
      errorResponse(400, path, [`body has unknown fields: ${names}`]),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("report unknown fields and wrong ones together", async () => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, update, { json: { x: 1, notifyBriefs: 1 } })).toStrictEqual(
      errorResponse(400, path, ["notifyBriefs must be a boolean, not 1", "body has unknown fields: x"]),
    );
  });

  it.each([{}, { notifyBriefs: false, notifyConnections: true, notifyChanges: false }])("accept %j", async (json) => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, update, { json })).toStrictEqual({ status: 200, body: { ...buildBinding(), ...json } });
  });

  it("accept a missing body", async () => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, update)).toStrictEqual({ status: 200, body: buildBinding() });
  });

  it("do not affect operations without a body", async () => {
    const server = openServer({ strictBodies: true });
    const { status } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start", { json: { x: 1 } });
    expect(status).toBe(200);
  });
});
