import type { ControlErrorCode, ReferenceServer, ServerControl } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { send } from "./open-server.ts";

type TestTools = Pick<ReferenceServer, "clock" | "faults" | "journal" | "deliveries">;

type PathsOf<Groups> = {
  [Group in keyof Groups & string]: `${Group}/${keyof Groups[Group] & string}`;
}[keyof Groups & string];

// The path of each control.
type ControlPath = PathsOf<ServerControl> | PathsOf<TestTools>;

type Prepare = (tools: TestTools, server: ReferenceServer) => unknown;

// A call of a control on the server of `openServer()`.
interface Call {
  /** What the control does, as in its error messages. */
  readonly task: string;
  /** The argument, or what prepares the call and returns the argument. By default there is none. */
  readonly input?: unknown;
  /** Name of the argument as a field of the body, if the method takes a plain value. */
  readonly parameter?: string;
  /** Whether the argument has no id of a record that must exist. */
  readonly hasNoIds?: boolean;
}

const tides = { brainId: "brain_tides" };
const page = { ...tides, slug: "spring-tide" };
const north = { installationId: "installation_north" };
const deck = { ...north, channelId: "C_DECK" };
const pier = { ...tides, installationId: "installation_pier", channelId: "C_PIER" };
const binding = { ...tides, bindingId: "binding_deck" };
const pair = { ...tides, slugs: ["spring-tide", "neap-tide"] };
const filter = { operation: "promptIndex.get", reason: "validation" };

// Returns a copy of an argument after something else was done.
function after(act: Prepare, argument?: unknown): Prepare {
  return async (tools, server) => {
    await act(tools, server);
    return structuredClone(argument);
  };
}

const planHang = ({ faults }: TestTools) => faults.add({ kind: "hang" }).id;
const archive: Prepare = (_, server) => send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
const deprecate: Prepare = (_, { control }) => control.pages.deprecate(page);
const deprecateAndArchive: Prepare = async (tools, server) => {
  await deprecate(tools, server);
  return archive(tools, server);
};
const pin: Prepare = (_, { control }) => control.pages.pin(page);
const edit: Prepare = (_, { control }) => control.pages.edit({ ...page, title: "Neap tide" });
const createNeapTide: Prepare = (_, { control }) => control.pages.create({ ...tides, slug: "neap-tide", title: "T" });
const waitForBrief = after(edit, { kind: "brief", timeout: 1 });

async function start(_: TestTools, server: ReferenceServer) {
  const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
  return { authorizationUrl: (body as OAuthStart).authorizationUrl };
}

async function approve(tools: TestTools, server: ReferenceServer) {
  return server.control.oauth.approve({ ...(await start(tools, server)), teamName: "West team" });
}

const approveWithWrongCode: Prepare = async (tools, server) => ({ ...(await approve(tools, server)), code: "moon" });

async function deny(tools: TestTools, server: ReferenceServer) {
  const started = await start(tools, server);
  await server.control.oauth.deny(started);
  return started;
}

async function expire(tools: TestTools, server: ReferenceServer) {
  const started = await start(tools, server);
  server.organization("org_north").clock.advance(3_600_000);
  return started;
}

async function sendInvalidRequest({ journal }: TestTools, server: ReferenceServer) {
  await send(server, "GET /v1/brains/brain_tides/index?limit=0");
  return journal.entries()[0];
}

const sendAndGetId: Prepare = async (tools, server) => (await sendInvalidRequest(tools, server))?.id;

const west = { name: "West", redirectUrl: "https://west.example", role: "viewer" };
const westWorkspace = { teamId: "T_WEST", channels: [{ id: "C_WEST", name: "west" }] };
const fault = { kind: "status", status: 503, operation: "promptIndex.get", input: tides, times: 2 };
const change = { kind: "change", slug: "spring-tide" };

// biome-ignore format: one control a line
const calls: Readonly<Record<ControlPath, Call>> = {
  "organizations/create": { task: "create an organization", hasNoIds: true, input: west },
  "organizations/list": { task: "list the organizations", hasNoIds: true, input: { limit: 1, after: "org_north" } },
  "organizations/get": { task: "get an organization", input: { organizationId: "org_south" } },
  "organizations/update": { task: "update an organization", input: { organizationId: "org_south", name: "Far south", redirectUrl: null } },
  "organizations/delete": { task: "delete an organization", input: { organizationId: "org_south" } },
  "apiKeys/create": { task: "create an API key", hasNoIds: true, input: { apiKey: "key_sample", role: "viewer" } },
  "apiKeys/list": { task: "list the API keys", input: { organizationId: "org_north", limit: 5 } },
  "apiKeys/get": { task: "get an API key", input: { apiKey: "key_north" } },
  "apiKeys/update": { task: "update an API key", input: { apiKey: "key_north", role: "viewer" } },
  "apiKeys/revoke": { task: "revoke an API key", input: { apiKey: "key_north" } },
  "apiKeys/delete": { task: "delete an API key", input: { apiKey: "key_north" } },
  "brains/create": { task: "create a brain", hasNoIds: true, input: { name: "Fjord" } },
  "brains/list": { task: "list the brains", input: { organizationId: "org_north", after: "brain_tides" } },
  "brains/get": { task: "get a brain", input: tides },
  "brains/update": { task: "update a brain", input: { ...tides, name: "Fjord" } },
  "brains/delete": { task: "delete a brain", input: tides },
  "brains/rankPages": { task: "rank the pages of a brain", input: { ...tides, limit: 1 } },
  "brains/sendDailyBrief": { task: "send the daily brief", input: tides },
  "brains/reportConnection": { task: "report a connection", input: after(createNeapTide, pair) },
  "pages/create": { task: "create a page", input: {
    ...tides, title: "Neap tide", body: "After the [[spring-tide]].", embedding: [0.5, -1e-9], bucket: "notes", entities: ["Moon"],
    source: { channel: "upload", ref: null, label: null }, sources: [{ ingestSourceId: "ingest_2", chunkUuids: ["c"] }],
  } },
  "pages/list": { task: "list the pages", input: { ...tides, limit: 10, includeHidden: true } },
  "pages/search": { task: "search the pages", input: { ...tides, text: "WATER", limit: 10 } },
  "pages/get": { task: "get a page", input: page },
  "pages/delete": { task: "delete a page", input: page },
  "pages/read": { task: "read a page", input: page },
  "pages/edit": { task: "edit a page", input: { ...page, title: "Neap tide", bucket: "notes", entities: ["Moon"], embedding: [1] } },
  "pages/compile": { task: "compile a page", input: { ...page, body: "New.", sources: [{ ingestSourceId: "ingest_1" }] } },
  "pages/pin": { task: "pin a page", input: page },
  "pages/unpin": { task: "unpin a page", input: after(pin, page) },
  "pages/deprecate": { task: "deprecate a page", input: page },
  "pages/mark": { task: "mark a page", input: { ...page, status: "contested" } },
  "pages/restore": { task: "restore a page", input: after(archive, page) },
  "installations/create": { task: "create an installation", hasNoIds: true, input: westWorkspace },
  "installations/list": { task: "list the installations", hasNoIds: true, input: { after: "installation_north" } },
  "installations/get": { task: "get an installation", input: north },
  "installations/update": { task: "update an installation", input: { ...north, teamName: "Fjord team" } },
  "installations/status": { task: "get the status of the installations", input: tides },
  "installations/uninstall": { task: "remove an installation", input: north },
  "installations/delete": { task: "delete an installation", input: north },
  "channels/create": { task: "create a channel", input: { ...north, name: "galley", isMember: true } },
  "channels/list": { task: "list the channels", input: { ...north, limit: 1 } },
  "channels/get": { task: "get a channel", input: deck },
  "channels/update": { task: "update a channel", input: { ...deck, isPrivate: true } },
  "channels/delete": { task: "delete a channel", input: deck },
  "bindings/create": { task: "create a binding", input: pier },
  "bindings/list": { task: "list the bindings", input: { ...tides, after: "binding_deck" } },
  "bindings/get": { task: "get a binding", input: binding },
  "bindings/update": { task: "update a binding", input: { ...binding, status: "disabled", channelName: null } },
  "bindings/delete": { task: "delete a binding", input: binding },
  "oauth/approve": { task: "approve an authorization", hasNoIds: true, input: start },
  "oauth/deny": { task: "deny an authorization", hasNoIds: true, input: start },
  "oauth/confirm": { task: "confirm an authorization", hasNoIds: true, input: approve },
  "oauth/list": { task: "list the authorizations", input: after(start, { organizationId: "org_north" }) },
  "clock/now": { task: "read the clock", hasNoIds: true },
  "clock/status": { task: "check whether the clock is frozen", hasNoIds: true },
  "clock/freeze": { task: "freeze the clock", hasNoIds: true, input: 0, parameter: "at" },
  "clock/set": { task: "set the clock", hasNoIds: true, input: new Date("2027-01-01T00:00:00.000Z"), parameter: "at" },
  "clock/advance": { task: "advance the clock", hasNoIds: true, input: 1.5, parameter: "milliseconds" },
  "clock/resume": { task: "resume the clock", hasNoIds: true },
  "faults/add": { task: "plan a fault", hasNoIds: true, input: fault },
  "faults/remove": { task: "remove a planned fault", hasNoIds: true, input: planHang, parameter: "id" },
  "faults/list": { task: "list the planned faults", hasNoIds: true, input: after(planHang) },
  "faults/pending": { task: "list the faults that were not fully used", hasNoIds: true, input: after(planHang) },
  "faults/clear": { task: "remove all planned faults", hasNoIds: true, input: after(planHang) },
  "journal/entries": { task: "read the journal", hasNoIds: true, input: after(sendInvalidRequest, { ...filter, status: 400 }) },
  "journal/get": { task: "get an entry of the journal", hasNoIds: true, input: sendAndGetId, parameter: "id" },
  "journal/waitFor": { task: "wait for a request", hasNoIds: true, input: after(sendInvalidRequest, { ...filter, timeout: 0 }) },
  "journal/explain": { task: "explain an entry of the journal", hasNoIds: true, input: sendInvalidRequest, parameter: "entry" },
  "journal/clear": { task: "clear the journal", hasNoIds: true, input: after(sendInvalidRequest) },
  "deliveries/list": { task: "list the deliveries", hasNoIds: true, input: after(edit, change) },
  "deliveries/waitFor": { task: "wait for a delivery", hasNoIds: true, input: after(edit, { ...change, timeout: 0 }) },
  "deliveries/clear": { task: "clear the deliveries", hasNoIds: true, input: after(edit) },
};

const twice = { ...tides, slugs: ["spring-tide", "spring-tide"] };
const sameChannels = [{ name: "a" }, { id: "C", name: "b" }, { id: "C", name: "c" }];
const deprecatedPage = "page spring-tide is deprecated. Mark it as active first";
const archivedPage = "page spring-tide is archived. Restore it first";
const badState = "the state is not readable. Pass it on exactly as oauth.start or the callback returned it";
const noDelivery =
  "there is no delivery delivery_0, or it was dropped. Set after to the id of a listed delivery, or omit it";
const deniedBefore = "the authorization was already denied. Start the authorization again";
const expired = "the state expired at 2026-07-01T12:10:00.000Z. Start the authorization again";
const wrongCode = "the code does not belong to this state. Pass both from the same callback";
const noState = "there is no state. Pass it on exactly as oauth.start or the callback returned it";
const takenSlug = "slug is already used in the brain: change the slug of one of the pages";
const foreignInstallation = "installationId must be an installation of the organization of the brain";
const noBrief = 'no delivery matched {"kind":"brief"} within 1 ms (others recorded: 2, dropped: 0)';

// Calls that controls reject, with the cause in the message, by their codes.
// biome-ignore format: one call a line
const rejected: Readonly<Partial<Record<ControlErrorCode, readonly { path: ControlPath; cause: string; input: unknown }[]>>> = {
  not_found: [
    { path: "brains/create", cause: "there is no organization org_moon", input: { organizationId: "org_moon" } },
    { path: "apiKeys/get", cause: "there is no such key", input: { apiKey: "key_moon" } },
    { path: "brains/get", cause: "there is no brain brain_moon", input: { brainId: "brain_moon" } },
    { path: "pages/get", cause: "brain brain_tides has no page knots", input: { ...tides, slug: "knots" } },
    { path: "installations/get", cause: "there is no installation installation_moon", input: { installationId: "installation_moon" } },
    { path: "channels/get", cause: "installation installation_north has no channel C_PIER", input: { ...north, channelId: "C_PIER" } },
    { path: "bindings/get", cause: "brain brain_tides has no binding binding_ropes", input: { ...tides, bindingId: "binding_ropes" } },
    { path: "organizations/list", cause: "after does not name a listed organization", input: { after: "org_moon" } },
    { path: "apiKeys/list", cause: "after does not name a listed key", input: { after: "key_south" } },
    { path: "pages/list", cause: "after does not name a listed page", input: { ...tides, after: "knots" } },
    { path: "pages/search", cause: "after does not name a listed page", input: { ...tides, text: "water", after: "knots" } },
    { path: "brains/reportConnection", cause: "brain brain_tides has no page knots", input: { ...tides, slugs: ["spring-tide", "knots"] } },
    { path: "bindings/create", cause: "installation installation_pier has no channel C_DECK", input: { ...pier, channelId: "C_DECK" } },
    { path: "faults/remove", cause: "no fault fault_moon is planned", input: "fault_moon" },
    { path: "deliveries/list", cause: noDelivery, input: { after: "delivery_0" } },
    { path: "deliveries/waitFor", cause: noDelivery, input: { after: "delivery_0" } },
  ],
  invalid_input: [
    { path: "organizations/create", cause: "id is taken already", input: { id: "org_north" } },
    { path: "organizations/create", cause: "apiKey is taken already", input: { apiKey: "key_south" } },
    { path: "apiKeys/create", cause: "apiKey is taken already", input: { apiKey: "key_south" } },
    { path: "brains/reportConnection", cause: "slugs must name two different pages", input: twice },
    { path: "pages/create", cause: takenSlug, input: { ...page, title: "T" } },
    { path: "pages/search", cause: "text must not be empty", input: { ...tides, text: "" } },
    { path: "pages/edit", cause: "the input must name at least one field to change", input: page },
    { path: "pages/edit", cause: "the input must name at least one field to change", input: { ...page, title: undefined } },
    { path: "installations/create", cause: "teamId has an installation already", input: { teamId: "T_PIER" } },
    { path: "installations/create", cause: "channels[2].id is taken already", input: { channels: sameChannels } },
    { path: "channels/create", cause: "id is already used in the installation", input: { ...north, id: "C_DECK", name: "deck" } },
    { path: "bindings/create", cause: "channelId is already bound to this brain", input: { ...tides, ...deck } },
    { path: "bindings/create", cause: foreignInstallation, input: { ...pier, brainId: "brain_south" } },
    { path: "oauth/approve", cause: "authorizationUrl must be the URL that oauth.start returned", input: { authorizationUrl: "moon" } },
    { path: "clock/advance", cause: "milliseconds must not move the clock beyond the year 9999", input: 1e15 },
  ],
  conflict: [
    { path: "brains/reportConnection", cause: archivedPage, input: after(archive, twice) },
    { path: "pages/edit", cause: archivedPage, input: after(archive, { ...page, title: "T" }) },
    { path: "pages/compile", cause: archivedPage, input: after(archive, page) },
    { path: "pages/deprecate", cause: archivedPage, input: after(archive, page) },
    { path: "pages/mark", cause: archivedPage, input: after(archive, { ...page, status: "active" }) },
    { path: "pages/pin", cause: deprecatedPage, input: after(deprecate, page) },
    { path: "pages/pin", cause: deprecatedPage, input: after(deprecateAndArchive, page) },
    { path: "pages/deprecate", cause: "page spring-tide is pinned, so it cannot be deprecated. Unpin it first", input: after(pin, page) },
  ],
  timeout: [
    { path: "journal/waitFor", cause: "no request matched {} within 1 ms (others recorded: 0, dropped: 0)", input: { timeout: 1 } },
    { path: "deliveries/waitFor", cause: noBrief, input: waitForBrief },
  ],
  oauth_invalid_state: [
    { path: "oauth/approve", cause: badState, input: { authorizationUrl: "https://moon.test/_platform/oauth/authorize?state=x" } },
    { path: "oauth/confirm", cause: noState, input: { code: "", state: "" } },
  ],
  oauth_used_state: [
    { path: "oauth/approve", cause: deniedBefore, input: deny },
    { path: "oauth/deny", cause: deniedBefore, input: deny },
  ],
  oauth_expired_state: [{ path: "oauth/approve", cause: expired, input: expire }],
  oauth_wrong_code: [{ path: "oauth/confirm", cause: wrongCode, input: approveWithWrongCode }],
};

/** For each control a call that succeeds. */
export const samples = (Object.keys(calls) as ControlPath[]).map((path) => ({ path, ...calls[path] }));

/** Calls that controls reject, with the codes and messages of their errors. */
export const rejections = Object.entries(rejected).flatMap(([code, rows]) =>
  rows.map(({ path, cause, input }) => {
    const { task, parameter } = calls[path];
    return { path, parameter, input, code, message: `Failed to ${task}: ${cause}.` };
  }),
);

/** Prepares a server, or an organization of it, for a call with an input, and returns the argument of the call. */
export async function prepare(input: unknown, tools: TestTools, server: ReferenceServer): Promise<unknown> {
  return typeof input === "function" ? (input as Prepare)(tools, server) : structuredClone(input);
}
