import type { State, StoredPage } from "@knowledge-base/server";
import { pageStatuses } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { requests, type Target } from "../requests.ts";
import { type SendOptions, send } from "../send.ts";

const brain = "/v1/brains/brain_tides";
const deck = `${brain}/messaging/bindings/binding_deck`;
const archive = `${brain}/pages/spring-tide/archive`;
const channels = `${brain}/messaging/channels?installationId`;
const state = buildState();
const [, ...otherPages] = state.pages;
const [, ...otherBindings] = state.bindings;

const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false } as const;
const disabled = buildBinding({ status: "disabled", channelName: null });
const archived = { archived: true, status: "archived", updatedAt: frozenTime } as const;
const twin = buildPage({ id: "page_twin", brainId: "brain_ropes" });
const kept = buildPage({ archived: true, status: "archived", statusBeforeArchive: "contested" });
const { statusBeforeArchive: _, ...shown } = kept;
const numbers = buildPage({ embedding: [1.5e-300, -7, 0.1, Number.MAX_SAFE_INTEGER] });

/** The pages after one of them is archived. */
function archivedFrom({ status, ...page }: StoredPage, ...others: readonly StoredPage[]): Partial<State> {
  const former = status === "archived" ? {} : { statusBeforeArchive: status };
  return { pages: [{ ...page, ...archived, ...former }, ...others] };
}

const changedBinding = (flags: object) => ({ bindings: [{ ...buildBinding(), ...flags }, ...otherBindings] });

/** A request, the body of its response, and the records that it changes in those before. */
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
  ...[{}, { notifyBriefs: false }, { notifyConnections: true }, { notifyChanges: false }, { notifyBriefs: false, notifyChanges: false }, { ...off, notifyConnections: true }, off]
    .map((json): Accepted => [`PATCH ${deck}`, { json }, 200, { ...buildBinding(), ...json }, changedBinding(json)]),
  ...[{ notifyBriefs: true }, { notifyConnections: true }, { notifyChanges: true }]
    .map((json): Accepted => [`PATCH ${deck}`, { json }, 200, { ...buildBinding(off), ...json }, { bindings: [buildBinding({ ...off, ...json })] }, { bindings: [buildBinding(off)] }]),
  [`PATCH ${deck}`, {}, 200, buildBinding()],
  [`PATCH ${deck}`, { json: { status: "disabled", id: "x", channelName: "x", notifybriefs: false, nested: off } }, 200, buildBinding()],
  [`PATCH ${deck}`, { json: off }, 200, { ...disabled, ...off }, { bindings: [{ ...disabled, ...off }] }, { bindings: [disabled] }],

  ...pageStatuses.filter((status) => status !== "archived")
    .map((status): Accepted => [`POST ${archive}`, {}, 201, { ...buildPage(), ...archived }, archivedFrom(buildPage({ status })), { pages: [buildPage({ status })] }]),
  [`POST ${archive}`, { text: "{", contentType: "text/plain" }, 201, { ...buildPage(), ...archived }, archivedFrom(buildPage(), ...otherPages)],
  [`POST ${archive}`, {}, 201, { ...buildPage({ pinned: true, source: null }), ...archived }, archivedFrom(buildPage({ pinned: true, source: null })), { pages: [buildPage({ pinned: true, source: null })] }],
  [`POST ${archive}`, {}, 201, { ...buildPage(), ...archived }, archivedFrom(buildPage(), twin), { pages: [buildPage(), twin] }],
  [`POST ${archive}`, {}, 201, shown, {}, { pages: [kept] }],
  [`POST ${archive}`, {}, 201, { ...numbers, ...archived }, archivedFrom(numbers), { pages: [numbers] }],

  [`GET ${channels}=installation_north`, {}, 200, [{ id: "C_DECK", name: "deck", isPrivate: false, isMember: true }, { id: "C_HOLD", name: "hold", isPrivate: true, isMember: false }]],
  [`GET ${channels.replace("tides", "ropes")}=installation_pier`, {}, 200, [{ id: "C_PIER", name: "pier", isPrivate: false, isMember: false }]],
  [`GET ${channels}=a%26b%3Dc+d%2B%C3%BC`, {}, 200, [], {}, { installations: [{ id: "a&b=c d+ü", organizationId: "org_north", teamId: "T", teamName: "Odd" }, ...state.installations] }],

  [`DELETE ${deck}`, {}, 200, { disconnected: true }, { bindings: otherBindings }],
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

const brainless = (request: string): Rejected => [request.replace("tides", "moon"), {}, 404, "Brain not found"];

/** A request, and the messages of its response. */
type Rejected = [request: string, sent: SendOptions, status: 400 | 404, message: string | string[]];

// biome-ignore format: one row a line
const rejected: Rejected[] = [
  ...flagErrors,
  [`PATCH ${deck}`, { json: { ...off, notifyConnections: "yes", notifyChanges: null } }, 400, ["notifyConnections must be a boolean, not a string", "notifyChanges must be a boolean, not null"]],
  ...["PATCH", "DELETE"].flatMap((method): Rejected[] => [
    brainless(`${method} ${deck}`),
    ...["binding_moon", "binding_ropes"].map((id): Rejected => [`${method} ${deck.replace("binding_deck", id)}`, {}, 404, "Binding not found"]),
    [`${method} ${deck.replace("brain_tides", "%ff").replace("binding_deck", "%fe")}`, {}, 400, ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"]],
  ]),

  brainless(`POST ${archive}`),
  ...["knots", "moon"].map((slug): Rejected => [`POST ${archive.replace("spring-tide", slug)}`, {}, 404, "Page not found"]),
  [`POST ${archive.replace("tides", "ropes")}`, {}, 404, "Page not found"],
  [`POST ${archive.replace("spring-tide", "%ff")}`, {}, 400, ["slug must be percent-encoded UTF-8"]],

  brainless(`GET ${channels}=installation_north`),
  brainless(`GET ${channels}=installation_moon`),
  ...["installation_moon", "Installation_North", "%ff"].map((id): Rejected => [`GET ${channels}=${id}`, {}, 404, "Installation not found"]),
  ...["", "?", "?installationid=installation_north"].map((query): Rejected => [`GET ${brain}/messaging/channels${query}`, {}, 400, ["installationId is missing"]]),
  ...["", "="].map((value): Rejected => [`GET ${channels}${value}`, {}, 400, ["installationId must not be empty"]]),
  [`GET ${channels}=installation_north&installationId=installation_north`, {}, 400, ["installationId must be a string, not an array"]],

  brainless(`GET ${brain}/index`),
  brainless(`POST ${brain}/messaging/oauth/start`),
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
    { text: '{"x":1,"notifyBriefs":1}', messages: ["notifyBriefs must be a boolean, not 1", "body has unknown fields: x"] },
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

describe("another organization", () => {
  const key = "key_south";
  const own = {
    brainId: "brain_south",
    bindingId: "binding_south",
    slug: "menu",
    installationId: "installation_south",
  };
  const allOf = (target: Target, message: string, ids = /./) =>
    requests(target).flatMap((request) => (ids.test(request.id) ? [{ ...request, message }] : []));

  /** Requests with its key for records of this one, or for none. */
  // biome-ignore format: one row a line
  const foreign = [
    ...allOf({}, "Brain not found"),
    ...allOf({ brainId: "brain_moon" }, "Brain not found"),
    ...["binding_deck", "binding_moon"].flatMap((bindingId) => allOf({ ...own, bindingId }, "Binding not found", /^bindings/)),
    ...["spring-tide", "moon"].flatMap((slug) => allOf({ ...own, slug }, "Page not found", /^pages/)),
    ...["installation_north", "installation_moon"].flatMap((installationId) => allOf({ ...own, installationId }, "Installation not found", /^channels/)),
  ];

  it.each(foreign)("finds nothing by $method $path$query", async ({ method, path, query, sending, message }) => {
    const server = openServer();
    const response = await send(server, `${method} ${path}${query}`, { ...sending, key });
    expect(response).toStrictEqual(errorResponse(404, path, message));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each(requests(own))("reaches its own records by $id", async ({ method, path, query, sending, success }) => {
    expect((await send(openServer(), `${method} ${path}${query}`, { ...sending, key })).status).toBe(success);
  });
});
