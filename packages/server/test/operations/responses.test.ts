import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { errorResponse } from "../helpers/error-response.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { requests } from "../helpers/requests.ts";
import { type SendOptions, send } from "../helpers/send.ts";

const brain = "/v1/brains/brain_tides";
const bindingPath = `${brain}/messaging/bindings/binding_deck`;
const archivePath = `${brain}/pages/spring-tide/archive`;
const channelsPath = `${brain}/messaging/channels?installationId`;
const state = buildState();
const [, ...otherPages] = state.pages;

const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false } as const;
const disabled = buildBinding({ status: "disabled", channelName: null });
const archived = { archived: true, status: "archived", updatedAt: frozenTime } as const;
const kept = buildPage({ ...archived, statusBeforeArchive: "active" });

const updated = { ...disabled, ...off };

describe("updating a binding", () => {
  it("changes the flags of the body, and nothing else", async () => {
    const server = openServer({ seed: buildState({ bindings: [disabled] }) });
    expect(await send(server, `PATCH ${bindingPath}`, { json: off })).toStrictEqual({ status: 200, body: updated });
    expect(recordsOf(server)).toStrictEqual(buildState({ bindings: [updated] }));
  });

  it("ignores other fields of the body", async () => {
    const server = openServer();
    const json = { status: "disabled", id: "x", channelName: "x", notifybriefs: false, nested: off };
    expect(await send(server, `PATCH ${bindingPath}`, { json })).toStrictEqual({ status: 200, body: buildBinding() });
    expect(recordsOf(server)).toStrictEqual(state);
  });
});

describe("archiving a page", () => {
  it("keeps its content and its former status, and reads no body", async () => {
    const numbers = { embedding: [1.5e-300, -7, 0.1, Number.MAX_SAFE_INTEGER] };
    const server = openServer({ seed: buildState({ pages: [buildPage(numbers), ...otherPages] }) });
    const body = { ...buildPage(numbers), ...archived };
    const sent = { text: "{", contentType: "text/plain" };
    expect(await send(server, `POST ${archivePath}`, sent)).toStrictEqual({ status: 201, body });
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [{ ...kept, ...numbers }, ...otherPages] }));
  });

  it("changes nothing if it is archived already", async () => {
    const server = openServer({ seed: buildState({ pages: [kept] }) });
    const body = { ...buildPage(), ...archived };
    expect(await send(server, `POST ${archivePath}`)).toStrictEqual({ status: 201, body });
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [kept] }));
  });
});

it("the channels of an installation are listed by its decoded id", async () => {
  const odd = { id: "a&b=c d+ü", organizationId: "org_north", teamId: "T", teamName: "Odd" };
  const server = openServer({ seed: buildState({ installations: [odd, ...state.installations] }) });
  expect(await send(server, `GET ${channelsPath}=a%26b%3Dc+d%2B%C3%BC`)).toStrictEqual({ status: 200, body: [] });
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
    await expectFailure(400, messages, `PATCH ${bindingPath}`, { json });
  });

  it.each(requests({ brainId: "brain_south" }))("that $id does not find the brain", async (request) => {
    const { method, path, query, sending } = request;
    await expectFailure(404, "Brain not found", `${method} ${path}${query}`, sending);
  });

  it.each(["binding_moon", "binding_ropes", "binding_south"])("that the binding %s is not found", async (id) => {
    const path = bindingPath.replace("binding_deck", id);
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
      await expectFailure(404, "Installation not found", `GET ${channelsPath}=${id}`);
    },
  );

  it.each([
    [["installationId is missing"], channelsPath.replace("?installationId", "")],
    [["installationId is missing"], channelsPath.replace("installationId", "installationid=installation_north")],
    [["installationId must not be empty"], channelsPath],
    [["installationId must be a string, not an array"], `${channelsPath}=a&installationId=a`],
  ])("%j", async (messages, path) => {
    await expectFailure(400, messages, `GET ${path}`);
  });

  it("which ids of the path are not percent-encoded UTF-8", async () => {
    const path = "/v1/brains/%ff/messaging/bindings/%fe";
    const ids = ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"];
    await expectFailure(400, ids, `DELETE ${path}`);
    await expectFailure(
      400,
      ["slug must be percent-encoded UTF-8"],
      `POST ${archivePath.replace("spring-tide", "%ff")}`,
    );
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
    expect(await send(server, `PATCH ${bindingPath}`, { text })).toStrictEqual(errorResponse(400, bindingPath, messages));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each([{}, { json: {} }, { json: off }])("accept %j", async (sent) => {
    const server = openServer({ strictBodies: true });
    expect(await send(server, `PATCH ${bindingPath}`, sent)).toStrictEqual({
      status: 200,
      body: { ...buildBinding(), ...sent.json },
    });
  });

  it("do not affect operations without a body", async () => {
    const server = openServer({ strictBodies: true });
    expect((await send(server, `POST ${brain}/messaging/oauth/start`, { json: { x: 1 } })).status).toBe(200);
  });
});
