import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { errorResponse } from "../helpers/error-response.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { requests } from "../helpers/requests.ts";
import { type SendOptions, send } from "../helpers/send.ts";

const brain = "/v1/brains/brain_tides";
const deck = `${brain}/messaging/bindings/binding_deck`;
const archive = `${brain}/pages/spring-tide/archive`;
const channels = `${brain}/messaging/channels?installationId`;
const state = buildState();
const [, ...otherPages] = state.pages;

const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false } as const;
const disabled = buildBinding({ status: "disabled", channelName: null });
const archived = { archived: true, status: "archived", updatedAt: frozenTime } as const;
const kept = buildPage({ ...archived, statusBeforeArchive: "active" });

const updated = { ...disabled, ...off };

async function expectSuccess(server: ReferenceServer, request: string, sent: SendOptions, body: object): Promise<void> {
  const status = request.startsWith("POST") ? 201 : 200;
  expect(await send(server, request, sent)).toStrictEqual({ status, body });
}

describe("updating a binding", () => {
  it("changes the flags of the body, and nothing else", async () => {
    const server = openServer({ seed: buildState({ bindings: [disabled] }) });
    await expectSuccess(server, `PATCH ${deck}`, { json: off }, updated);
    expect(recordsOf(server)).toStrictEqual(buildState({ bindings: [updated] }));
  });

  it("ignores other fields of the body", async () => {
    const server = openServer();
    const json = { status: "disabled", id: "x", channelName: "x", notifybriefs: false, nested: off };
    await expectSuccess(server, `PATCH ${deck}`, { json }, buildBinding());
    expect(recordsOf(server)).toStrictEqual(state);
  });
});

describe("archiving a page", () => {
  it("keeps its content and its former status, and reads no body", async () => {
    const numbers = { embedding: [1.5e-300, -7, 0.1, Number.MAX_SAFE_INTEGER] };
    const server = openServer({ seed: buildState({ pages: [buildPage(numbers), ...otherPages] }) });
    const page = { ...buildPage(numbers), ...archived };
    await expectSuccess(server, `POST ${archive}`, { text: "{", contentType: "text/plain" }, page);
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [{ ...kept, ...numbers }, ...otherPages] }));
  });

  it("changes nothing if it is archived already", async () => {
    const server = openServer({ seed: buildState({ pages: [kept] }) });
    await expectSuccess(server, `POST ${archive}`, {}, { ...buildPage(), ...archived });
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [kept] }));
  });
});

it("the channels of an installation are listed by its decoded id", async () => {
  const odd = { id: "a&b=c d+ü", organizationId: "org_north", teamId: "T", teamName: "Odd" };
  const server = openServer({ seed: buildState({ installations: [odd, ...state.installations] }) });
  await expectSuccess(server, `GET ${channels}=a%26b%3Dc+d%2B%C3%BC`, {}, []);
});

async function expectFailure(status: 400 | 404, message: string | string[], request: string, sent?: SendOptions) {
  const server = openServer();
  const [, path = ""] = request.split(/ |\?/);
  expect(await send(server, request, sent)).toStrictEqual(errorResponse(status, path, message));
  expect(recordsOf(server)).toStrictEqual(state);
}

describe("a rejected request changes nothing, and its response says", () => {
  const twoFlags = ["notifyConnections must be a boolean, not a string", "notifyChanges must be a boolean, not null"];

  it.each<[sent: object, messages: string[]]>([
    [{ notifyBriefs: null }, ["notifyBriefs must be a boolean, not null"]],
    [{ notifyConnections: 1 }, ["notifyConnections must be a boolean, not 1"]],
    [{ notifyChanges: [true] }, ["notifyChanges must be a boolean, not an array"]],
    [{ ...off, notifyConnections: "yes", notifyChanges: null }, twoFlags],
  ])("which flags are invalid: %j", async (json, messages) => {
    await expectFailure(400, messages, `PATCH ${deck}`, { json });
  });

  it.each(requests({ brainId: "brain_south" }))("that $id does not find the brain", async (request) => {
    const { method, path, query, sending } = request;
    await expectFailure(404, "Brain not found", `${method} ${path}${query}`, sending);
  });

  it.each(["binding_moon", "binding_ropes", "binding_south"])("that the binding %s is not found", async (id) => {
    const path = deck.replace("binding_deck", id);
    await expectFailure(404, "Binding not found", `PATCH ${path}`);
    await expectFailure(404, "Binding not found", `DELETE ${path}`);
  });

  it.each(["tides/pages/knots", "tides/pages/menu", "ropes/pages/spring-tide"])(
    "that the page %s is not found",
    async (page) => {
      await expectFailure(404, "Page not found", `POST /v1/brains/brain_${page}/archive`);
    },
  );

  it.each(["installation_moon", "installation_south", "Installation_North", "%ff"])(
    "that the installation %s is not found",
    async (id) => {
      await expectFailure(404, "Installation not found", `GET ${channels}=${id}`);
    },
  );

  it.each([
    [["installationId is missing"], channels.replace("?installationId", "")],
    [["installationId is missing"], channels.replace("installationId", "installationid=installation_north")],
    [["installationId must not be empty"], channels],
    [["installationId must be a string, not an array"], `${channels}=a&installationId=a`],
  ])("%j", async (messages, path) => {
    await expectFailure(400, messages, `GET ${path}`);
  });

  it("which ids of the path are not percent-encoded UTF-8", async () => {
    const path = "/v1/brains/%ff/messaging/bindings/%fe";
    const ids = ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"];
    await expectFailure(400, ids, `DELETE ${path}`);
    await expectFailure(400, ["slug must be percent-encoded UTF-8"], `POST ${archive.replace("spring-tide", "%ff")}`);
  });
});

describe("strict bodies", () => {
  // biome-ignore format: one row a line
  it.each([
    { text: '{"status":"disabled"}', messages: ["body has unknown fields: status"] },
    { text: '{"notifyBriefs":false,"x":1,"notifybriefs":true}', messages: ["body has unknown fields: x, notifybriefs"] },
    { text: '{"__proto__":true}', messages: ["body has unknown fields: __proto__"] },
    { text: '{"constructor":true}', messages: ["body has unknown fields: constructor"] },
    { text: '{"x":1,"notifyBriefs":1}', messages: ["body has unknown fields: x", "notifyBriefs must be a boolean, not 1"] },
  ])("reject $text", async ({ text, messages }) => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, `PATCH ${deck}`, { text })).toStrictEqual(errorResponse(400, deck, messages));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each([{}, { json: {} }, { json: off }])("accept %j", async (sent) => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, `PATCH ${deck}`, sent)).toStrictEqual({
      status: 200,
      body: { ...buildBinding(), ...sent.json },
    });
  });

  it("do not affect operations without a body", async () => {
    const server = openServer({ strictBodies: true });
    expect((await send(server, `POST ${brain}/messaging/oauth/start`, { json: { x: 1 } })).status).toBe(200);
  });
});
