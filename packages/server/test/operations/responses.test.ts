import type { State } from "@knowledge-base/server";
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
const numbers = { embedding: [1.5e-300, -7, 0.1, Number.MAX_SAFE_INTEGER] };

// A request, the status and body of its response, and the records that it changes and that are there before.
type Accepted = [
  request: string,
  sent: SendOptions,
  status: number,
  body: unknown,
  changed?: Partial<State>,
  before?: Partial<State>,
];

// biome-ignore format: one row a line
const accepted: Accepted[] = [
  [`PATCH ${deck}`, { json: { status: "disabled", id: "x", channelName: "x", notifybriefs: false, nested: off } }, 200, buildBinding()],
  [`PATCH ${deck}`, { json: off }, 200, { ...disabled, ...off }, { bindings: [{ ...disabled, ...off }] }, { bindings: [disabled] }],
  [`POST ${archive}`, { text: "{", contentType: "text/plain" }, 201, { ...buildPage(), ...archived }, { pages: [kept, ...otherPages] }],
  [`POST ${archive}`, {}, 201, { ...buildPage(), ...archived }, {}, { pages: [kept] }],
  [`POST ${archive}`, {}, 201, { ...buildPage(numbers), ...archived }, { pages: [{ ...kept, ...numbers }] }, { pages: [buildPage({ ...numbers })] }],
  [`GET ${channels}=a%26b%3Dc+d%2B%C3%BC`, {}, 200, [], {}, { installations: [{ id: "a&b=c d+ü", organizationId: "org_north", teamId: "T", teamName: "Odd" }, ...state.installations] }],
];

describe("a response", () => {
  it.each(accepted)(
    "to %s with %j has the status %i",
    async (request, sent, status, body, changed = {}, before = {}) => {
      const server = openServer({ seed: buildState(before) });
      expect(await send(server, request, sent)).toStrictEqual({ status, body });
      expect(recordsOf(server)).toStrictEqual(buildState({ ...before, ...changed }));
    },
  );
});

const flagErrors = ["notifyBriefs", "notifyConnections", "notifyChanges"].flatMap((flag) =>
  [null, "true", 1, 0.5, [true]].map((value): Rejected => {
    const name = typeof value === "string" ? "a string" : Array.isArray(value) ? "an array" : JSON.stringify(value);
    return [`PATCH ${deck}`, { json: { [flag]: value } }, 400, [`${flag} must be a boolean, not ${name}`]];
  }),
);

// A request, and the messages of its response.
type Rejected = [request: string, sent: SendOptions, status: 400 | 404, message: string | string[]];

// biome-ignore format: one row a line
const rejected: Rejected[] = [
  ...flagErrors,
  [`PATCH ${deck}`, { json: { ...off, notifyConnections: "yes", notifyChanges: null } }, 400, ["notifyConnections must be a boolean, not a string", "notifyChanges must be a boolean, not null"]],
  ...["PATCH", "DELETE"].flatMap((method): Rejected[] => [
    ...["binding_moon", "binding_ropes", "binding_south"].map((id): Rejected => [`${method} ${deck.replace("binding_deck", id)}`, {}, 404, "Binding not found"]),
    [`${method} ${deck.replace("brain_tides", "%ff").replace("binding_deck", "%fe")}`, {}, 400, ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"]],
  ]),

  ...["knots", "menu", "moon"].map((slug): Rejected => [`POST ${archive.replace("spring-tide", slug)}`, {}, 404, "Page not found"]),
  [`POST ${archive.replace("tides", "ropes")}`, {}, 404, "Page not found"],
  [`POST ${archive.replace("spring-tide", "%ff")}`, {}, 400, ["slug must be percent-encoded UTF-8"]],

  ...["installation_moon", "installation_south", "Installation_North", "%ff"].map((id): Rejected => [`GET ${channels}=${id}`, {}, 404, "Installation not found"]),
  ...["", "?", "?installationid=installation_north"].map((query): Rejected => [`GET ${brain}/messaging/channels${query}`, {}, 400, ["installationId is missing"]]),
  ...["", "="].map((value): Rejected => [`GET ${channels}${value}`, {}, 400, ["installationId must not be empty"]]),
  [`GET ${channels}=installation_north&installationId=installation_north`, {}, 400, ["installationId must be a string, not an array"]],

  ...requests({ brainId: "brain_south" }).map(({ method, path, query, sending }): Rejected => [`${method} ${path}${query}`, sending, 404, "Brain not found"]),
  [`POST /v1/brains/%ff/messaging/oauth/start`, {}, 400, ["brainId must be percent-encoded UTF-8"]],
];

describe("a rejection", () => {
  it.each(rejected)("of %s with %j has the status %i, and changes nothing", async (request, sent, status, message) => {
    const server = openServer();
    const [, path = ""] = request.split(/ |\?/);
    expect(await send(server, request, sent)).toStrictEqual(errorResponse(status, path, message));
    expect(recordsOf(server)).toStrictEqual(buildState());
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
