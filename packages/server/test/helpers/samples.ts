import type { JournalEntry, ReferenceServer, ServerControl } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import type { TestTools } from "../../src/control/groups.ts";
import type { ControlErrorCode } from "../../src/state/control-error.ts";
import { send } from "./send.ts";

// Prepares a server, or an organization of it, and returns the argument of a command.
type Prepare<Argument = unknown> = (controls: TestTools, server: ReferenceServer) => Argument;

// A page of the test state.
const page = { brainId: "brain_tides", slug: "spring-tide" };

// Returns a copy of another argument after the same preparation.
function after(prepare: Prepare, argument?: unknown): Prepare {
  return async (...prepared) => {
    await prepare(...prepared);
    return structuredClone(argument);
  };
}

const archived = after((_, server) => send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive"), page);
const deprecated = after((_, { control }) => control.pages.deprecate(page), page);
const pinned = after((_, { control }) => control.pages.pin(page), page);
const deprecatedAndArchived: Prepare = async (...prepared) => {
  await deprecated(...prepared);
  return archived(...prepared);
};

const pair = { brainId: "brain_tides", slugs: ["spring-tide", "neap-tide"] };
const twoPages = after((_, { control }) => control.pages.create({ ...page, slug: "neap-tide", title: "T" }), pair);

const change = { kind: "change", slug: "spring-tide", timeout: 0 };
const delivered = after((_, { control }) => control.pages.edit({ ...page, title: "Neap tide" }), change);

const started: Prepare<Promise<{ authorizationUrl: string }>> = async (_, server) => {
  const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
  return { authorizationUrl: (body as OAuthStart).authorizationUrl };
};
const withTeam: Prepare = async (...on) => ({ ...(await started(...on)), teamName: "West team" });
const approved: Prepare = async (...on) => on[1].control.oauth.approve(await started(...on));
const wrongCode: Prepare = async (...on) => Object.assign(Object(await approved(...on)), { code: "moon" });
const denied: Prepare = async (...on) => {
  const authorization = await started(...on);
  await on[1].control.oauth.deny(authorization);
  return authorization;
};
const expired: Prepare = async (...on) => {
  const authorization = await started(...on);
  on[1].organization("org_north").clock.advance(3_600_000);
  return authorization;
};

const rejectedRequest: Prepare<Promise<JournalEntry | undefined>> = async ({ journal }, server) => {
  await send(server, "GET /v1/brains/brain_tides/index?limit=0");
  return journal.entries()[0];
};
const requestId: Prepare = async (...on) => (await rejectedRequest(...on))?.id;

type PathsOf<Groups> = {
  [Group in keyof Groups & string]: `${Group}/${keyof Groups[Group] & string}`;
}[keyof Groups & string];

/** The path of each command. */
export type CommandPath = PathsOf<ServerControl> | PathsOf<TestTools>;

/** Calls of a command in the state of the tests. */
export interface Sample {
  /** What the command does, as in its error messages. */
  readonly goal: string;
  /** Name of the argument as a field of the body, if the method takes a plain value. */
  readonly parameter?: string;
  readonly argument: Prepare;
  /** Calls that the command rejects. */
  readonly rejected: readonly {
    readonly code: ControlErrorCode;
    readonly argument: Prepare;
    readonly message: string;
  }[];
}

// A call that is rejected: its code, its argument or what prepares it, and the cause in the message.
type Row = readonly [code: ControlErrorCode, argument: unknown, cause: string];

function sample(goal: string, argument?: unknown, ...rows: readonly Row[]): Sample {
  const prepare = (given: unknown) => (typeof given === "function" ? (given as Prepare) : () => structuredClone(given));
  const rejected = rows.map(([code, given, cause]) => {
    return { code, argument: prepare(given), message: `Failed to ${goal}: ${cause}.` };
  });
  return { goal, argument: prepare(argument), rejected };
}

const tides = { brainId: "brain_tides" };
const north = { installationId: "installation_north" };
const deck = { ...north, channelId: "C_DECK" };
const pier = { ...tides, installationId: "installation_pier", channelId: "C_PIER" };
const hang: Prepare = ({ faults }) => faults.add({ kind: "hang" }).id;
const noOrganization: Row = ["not_found", { organizationId: "org_moon" }, "there is no organization org_moon"];
const noKey: Row = ["not_found", { apiKey: "key_moon" }, "there is no such key"];
const dropped = "it was dropped. Set after to the id of a listed delivery, or omit it";
const noDelivery: Row = ["not_found", { after: "delivery_0" }, `there is no delivery delivery_0, or ${dropped}`];
const usedState = "the authorization was already denied. Start the authorization again";
const badUrl = "authorizationUrl must be the URL that oauth.start returned";
const noState = "there is no state. Pass it on exactly as oauth.start or the callback returned it";
const badState = "the state is not readable. Pass it on exactly as oauth.start or the callback returned it";
const noChannel: Row = [
  "not_found",
  { ...north, channelId: "C_PIER" },
  "installation installation_north has no channel C_PIER",
];
const noBinding: Row = [
  "not_found",
  { ...tides, bindingId: "binding_ropes" },
  "brain brain_tides has no binding binding_ropes",
];
const archivedPage = "page spring-tide is archived. Restore it first";

function noBrain(more = {}): Row {
  return ["not_found", { brainId: "brain_moon", ...more }, "there is no brain brain_moon"];
}

function noInstallation(more = {}): Row {
  return ["not_found", { installationId: "installation_moon", ...more }, "there is no installation installation_moon"];
}

function notListed(record: string, after: string, more = {}): Row {
  return ["not_found", { ...more, after }, `after does not name a listed ${record}`];
}

function taken(field: string, input: object): Row {
  return ["invalid_input", input, `${field} is taken already`];
}

// A command of a page, with more fields.
function onPage(goal: string, more = {}, ...rows: readonly Row[]): Sample {
  const noPage: Row = ["not_found", { ...tides, slug: "knots", ...more }, "brain brain_tides has no page knots"];
  return sample(goal, { ...page, ...more }, noPage, noBrain({ slug: "spring-tide", ...more }), ...rows);
}

/** For each command, a call that succeeds on the server of `openServer()` and calls that it rejects, by path. */
// biome-ignore format: a table
export const samples: Readonly<Record<CommandPath, Sample>> = {
  "organizations/create": sample("create an organization", { name: "West", redirectUrl: "https://west.example/done", role: "viewer" },
    taken("id", { id: "org_north" }),
    taken("apiKey", { apiKey: "key_south" })),
  "organizations/list": sample("list the organizations", { limit: 1, after: "org_north" }, notListed("organization", "org_moon")),
  "organizations/get": sample("get an organization", { organizationId: "org_south" }, noOrganization),
  "organizations/update": sample("change an organization", { organizationId: "org_south", name: "Far south", redirectUrl: null }, noOrganization),
  "organizations/delete": sample("delete an organization", { organizationId: "org_south" }, noOrganization),
  "apiKeys/create": sample("create an API key", { apiKey: "key_sample", role: "viewer" }, noOrganization, taken("apiKey", { apiKey: "key_south" })),
  "apiKeys/list": sample("list the API keys", { organizationId: "org_north", limit: 5 }, noOrganization, notListed("key", "key_south")),
  "apiKeys/get": sample("get an API key", { apiKey: "key_north" }, noKey),
  "apiKeys/update": sample("change an API key", { apiKey: "key_north", role: "viewer" }, ["not_found", { apiKey: "key_moon", role: "" }, "there is no such key"]),
  "apiKeys/revoke": sample("revoke an API key", { apiKey: "key_north" }, noKey),
  "apiKeys/delete": sample("delete an API key", { apiKey: "key_north" }, noKey),
  "brains/create": sample("create a brain", { name: "Fjord" }, noOrganization, taken("id", { id: "brain_tides" })),
  "brains/list": sample("list the brains", { organizationId: "org_north", after: "brain_tides" }, noOrganization, notListed("brain", "brain_south")),
  "brains/get": sample("get a brain", tides, noBrain()),
  "brains/update": sample("change a brain", { ...tides, name: "Fjord" }, noBrain({ name: "" })),
  "brains/delete": sample("delete a brain", tides, noBrain()),
  "brains/rankPages": sample("rank the pages of a brain", { ...tides, limit: 1 }, noBrain()),
  "brains/sendDailyBrief": sample("send the daily brief", tides, noBrain()),
  "brains/reportConnection": sample("report a connection", twoPages,
    noBrain({ slugs: ["a", "b"] }),
    ["not_found", { ...tides, slugs: ["moon", "moon"] }, "brain brain_tides has no page moon"],
    ["not_found", { ...tides, slugs: ["spring-tide", "knots"] }, "brain brain_tides has no page knots"],
    ["invalid_input", { ...tides, slugs: ["spring-tide", "spring-tide"] }, "slugs must name two different pages"],
    ["conflict", after(archived, { ...tides, slugs: ["spring-tide", "spring-tide"] }), archivedPage]),
  "pages/create": sample("create a page", {
      ...tides, title: "Neap tide", body: "After the [[spring-tide]].", embedding: [0.5, -1e-9], bucket: "notes", entities: ["Moon"],
      source: { channel: "upload", ref: null, label: null }, sources: [{ ingestSourceId: "ingest_2", chunkUuids: ["c"] }],
    },
    noBrain({ title: "T" }),
    ["invalid_input", { ...page, title: "T" }, "slug is already used in the brain: change the slug of one of the pages"],
    taken("id", { ...tides, title: "T", id: "page_knots" })),
  "pages/list": sample("list the pages", { ...tides, limit: 10, includeHidden: true }, noBrain(), notListed("page", "knots", tides)),
  "pages/search": sample("search the pages", { ...tides, text: "WATER", limit: 10 }, noBrain({ text: "water" }), notListed("page", "knots", { ...tides, text: "water" }), ["invalid_input", { ...tides, text: "" }, "text must not be empty"]),
  "pages/get": onPage("get a page"),
  "pages/delete": onPage("delete a page"),
  "pages/read": onPage("read a page"),
  "pages/edit": onPage("edit a page", { title: "Neap tide", bucket: "notes", entities: ["Moon"], embedding: [1] },
    ["invalid_input", page, "the input must name at least one field to change"],
    ["invalid_input", { ...page, title: undefined }, "the input must name at least one field to change"],
    ["conflict", after(archived, { ...page, title: "T" }), archivedPage]),
  "pages/compile": onPage("compile a page", { body: "New.", sources: [{ ingestSourceId: "ingest_1", chunkUuids: ["c"] }] }, ["conflict", archived, archivedPage]),
  "pages/pin": onPage("pin a page", {},
    ["conflict", deprecated, "page spring-tide is deprecated. Mark it as active first"],
    ["conflict", deprecatedAndArchived, "page spring-tide is deprecated. Mark it as active first"]),
  "pages/unpin": { ...onPage("unpin a page"), argument: pinned },
  "pages/deprecate": onPage("deprecate a page", {},
    ["conflict", pinned, "page spring-tide is pinned, so it cannot be deprecated. Unpin it first"],
    ["conflict", archived, archivedPage]),
  "pages/mark": onPage("mark a page", { status: "contested" }, ["conflict", after(archived, { ...page, status: "active" }), archivedPage]),
  "pages/restore": { ...onPage("restore a page"), argument: archived },
  "installations/create": sample("create an installation", { teamId: "T_WEST", teamName: "West team", channels: [{ id: "C_WEST", name: "west" }] }, noOrganization,
    taken("id", { id: "installation_pier" }),
    ["invalid_input", { teamId: "T_PIER" }, "teamId has an installation already"],
    taken("channels[2].id", { channels: [{ name: "a" }, { id: "C", name: "b" }, { id: "C", name: "c" }] })),
  "installations/list": sample("list the installations", { after: "installation_north" }, noOrganization, notListed("installation", "installation_south")),
  "installations/get": sample("get an installation", north, noInstallation()),
  "installations/update": sample("change an installation", { ...north, teamName: "Fjord team" }, noInstallation({ teamName: "" })),
  "installations/status": sample("get the status of the installations", tides, noBrain()),
  "installations/uninstall": sample("remove an installation", north, noInstallation()),
  "installations/delete": sample("delete an installation", north, noInstallation()),
  "channels/create": sample("create a channel", { ...north, name: "galley", isMember: true }, noInstallation({ name: "galley" }), ["invalid_input", { ...north, id: "C_DECK", name: "deck" }, "id is already used in the installation"]),
  "channels/list": sample("list the channels", { ...north, limit: 1 }, noInstallation(), notListed("channel", "C_PIER", north)),
  "channels/get": sample("get a channel", deck, noInstallation({ channelId: "C_DECK" }), noChannel),
  "channels/update": sample("change a channel", { ...deck, isPrivate: true }, noChannel),
  "channels/delete": sample("delete a channel", deck, noChannel),
  "bindings/create": sample("create a binding", pier,
    noBrain({ ...pier, brainId: "brain_moon" }),
    noInstallation({ ...pier, installationId: "installation_moon" }),
    ["not_found", { ...pier, channelId: "C_DECK" }, "installation installation_pier has no channel C_DECK"],
    taken("id", { ...pier, id: "binding_ropes" }),
    ["invalid_input", { ...tides, ...deck }, "channelId is already bound to this brain"],
    ["invalid_input", { ...pier, teamId: "T_DECK" }, "teamId is not the team of the installation"],
    ["invalid_input", { ...pier, brainId: "brain_south" }, "installationId must be an installation of the organization of the brain"]),
  "bindings/list": sample("list the bindings", { ...tides, after: "binding_deck" }, noBrain(), notListed("binding", "binding_ropes", tides)),
  "bindings/get": sample("get a binding", { ...tides, bindingId: "binding_deck" }, noBinding),
  "bindings/update": sample("change a binding", { ...tides, bindingId: "binding_deck", status: "disabled", channelName: null }, noBinding),
  "bindings/delete": sample("delete a binding", { ...tides, bindingId: "binding_deck" }, noBinding),
  "oauth/approve": sample("approve an authorization", withTeam,
    ["invalid_input", { authorizationUrl: "moon" }, badUrl],
    ["oauth_invalid_state", { authorizationUrl: "https://moon.test/_platform/oauth/authorize?state=x" }, badState],
    ["oauth_used_state", denied, usedState],
    ["oauth_expired_state", expired, "the state expired at 2026-07-01T12:10:00.000Z. Start the authorization again"]),
  "oauth/deny": sample("deny an authorization", started, ["oauth_used_state", denied, usedState], ["invalid_input", { authorizationUrl: "" }, badUrl]),
  "oauth/confirm": sample("confirm an authorization", approved,
    ["oauth_wrong_code", wrongCode, "the code does not belong to this state. Pass both from the same callback"],
    ["oauth_invalid_state", { code: "", state: "" }, noState]),
  "oauth/list": sample("list the authorizations", after(started, { organizationId: "org_north" }), noOrganization),
  "clock/now": sample("read the clock"),
  "clock/status": sample("check whether the clock is frozen"),
  "clock/freeze": { ...sample("freeze the clock", 0), parameter: "at" },
  "clock/set": { ...sample("set the clock", new Date("2027-01-01T00:00:00.000Z")), parameter: "at" },
  "clock/advance": { ...sample("advance the clock", 1.5, ["invalid_input", 1e15, "milliseconds must not move the clock beyond the year 9999"]), parameter: "milliseconds" },
  "clock/resume": sample("resume the clock"),
  "faults/add": sample("plan a fault", { kind: "status", status: 503, retryAfter: 1, operation: "promptIndex.get", input: { brainId: "brain_tides" }, times: 2 }),
  "faults/remove": { ...sample("remove a planned fault", hang, ["not_found", "fault_moon", "no fault fault_moon is planned"]), parameter: "id" },
  "faults/list": sample("list the planned faults", after(hang)),
  "faults/pending": sample("list the faults that were not fully used", after(hang)),
  "faults/clear": sample("remove all planned faults", after(hang)),
  "journal/entries": sample("read the journal", after(rejectedRequest, { operation: "promptIndex.get", reason: "validation", status: 400 })),
  "journal/get": { ...sample("get an entry of the journal", requestId), parameter: "id" },
  "journal/waitFor": sample("wait for a request", after(rejectedRequest, { operation: "promptIndex.get", reason: "validation", timeout: 0 }),
    ["timeout", { input: tides, timeout: 1 }, 'no request matched {"input":{"brainId":"brain_tides"}} within 1 ms (others recorded: 0, dropped: 0)']),
  "journal/explain": { ...sample("explain an entry of the journal", rejectedRequest), parameter: "entry" },
  "journal/clear": sample("clear the journal", after(rejectedRequest)),
  "deliveries/list": sample("list the deliveries", after(delivered, { kind: "change", slug: "spring-tide" }), noDelivery),
  "deliveries/waitFor": sample("wait for a delivery", delivered, noDelivery,
    ["timeout", { timeout: 0 }, "no delivery matched {} within 0 ms (others recorded: 0, dropped: 0)"],
    ["timeout", after(delivered, { kind: "brief", channelId: undefined, timeout: 1 }), 'no delivery matched {"kind":"brief"} within 1 ms (others recorded: 2, dropped: 0)']),
  "deliveries/clear": sample("clear the deliveries", after(delivered)),
};
