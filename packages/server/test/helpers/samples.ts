import type { ControlErrorCode, ReferenceServer, ServerControl } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { send } from "./open-server.ts";

type TestTools = Pick<ReferenceServer, "clock" | "faults" | "journal" | "deliveries">;

type PathsOf<Groups> = {
  [Group in keyof Groups & string]: `${Group}/${keyof Groups[Group] & string}`;
}[keyof Groups & string];

/** The path of each control. */
export type ControlPath = PathsOf<ServerControl> | PathsOf<TestTools>;

/** Prepares a server, or an organization of it, for a call, and returns the argument of the call. */
type Prepare = (tools: TestTools, server: ReferenceServer) => unknown;

/** Calls of a control on the server of `openServer()`. */
export interface Sample {
  /** What the control does, as in its error messages. */
  readonly task: string;
  /** Name of the argument as a field of the body, if the method takes a plain value. */
  readonly parameter?: string | undefined;
  /** The argument of a call that succeeds. */
  readonly argument: Prepare;
  /** Calls that the control rejects. */
  readonly rejected: readonly {
    readonly code: ControlErrorCode;
    readonly argument: Prepare;
    readonly message: string;
  }[];
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

// For each control a call that succeeds. The input is a value, or what prepares the call.
// biome-ignore format: one control a line
const calls: Readonly<Record<ControlPath, { task: string; input?: unknown; parameter?: string }>> = {
  "organizations/create": { task: "create an organization", input: { name: "West", redirectUrl: "https://west.example", role: "viewer" } },
  "organizations/list": { task: "list the organizations", input: { limit: 1, after: "org_north" } },
  "organizations/get": { task: "get an organization", input: { organizationId: "org_south" } },
  "organizations/update": { task: "update an organization", input: { organizationId: "org_south", name: "Far south", redirectUrl: null } },
  "organizations/delete": { task: "delete an organization", input: { organizationId: "org_south" } },
  "apiKeys/create": { task: "create an API key", input: { apiKey: "key_sample", role: "viewer" } },
  "apiKeys/list": { task: "list the API keys", input: { organizationId: "org_north", limit: 5 } },
  "apiKeys/get": { task: "get an API key", input: { apiKey: "key_north" } },
  "apiKeys/update": { task: "update an API key", input: { apiKey: "key_north", role: "viewer" } },
  "apiKeys/revoke": { task: "revoke an API key", input: { apiKey: "key_north" } },
  "apiKeys/delete": { task: "delete an API key", input: { apiKey: "key_north" } },
  "brains/create": { task: "create a brain", input: { name: "Fjord" } },
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
  "installations/create": { task: "create an installation", input: { teamId: "T_WEST", channels: [{ id: "C_WEST", name: "west" }] } },
  "installations/list": { task: "list the installations", input: { after: "installation_north" } },
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
  "oauth/approve": { task: "approve an authorization", input: start },
  "oauth/deny": { task: "deny an authorization", input: start },
  "oauth/confirm": { task: "confirm an authorization", input: approve },
  "oauth/list": { task: "list the authorizations", input: after(start, { organizationId: "org_north" }) },
  "clock/now": { task: "read the clock" },
  "clock/status": { task: "check whether the clock is frozen" },
  "clock/freeze": { task: "freeze the clock", input: 0, parameter: "at" },
  "clock/set": { task: "set the clock", input: new Date("2027-01-01T00:00:00.000Z"), parameter: "at" },
  "clock/advance": { task: "advance the clock", input: 1.5, parameter: "milliseconds" },
  "clock/resume": { task: "resume the clock" },
  "faults/add": { task: "plan a fault", input: { kind: "status", status: 503, operation: "promptIndex.get", input: tides, times: 2 } },
  "faults/remove": { task: "remove a planned fault", input: planHang, parameter: "id" },
  "faults/list": { task: "list the planned faults", input: after(planHang) },
  "faults/pending": { task: "list the faults that were not fully used", input: after(planHang) },
  "faults/clear": { task: "remove all planned faults", input: after(planHang) },
  "journal/entries": { task: "read the journal", input: after(sendInvalidRequest, { ...filter, status: 400 }) },
  "journal/get": { task: "get an entry of the journal", input: sendAndGetId, parameter: "id" },
  "journal/waitFor": { task: "wait for a request", input: after(sendInvalidRequest, { ...filter, timeout: 0 }) },
  "journal/explain": { task: "explain an entry of the journal", input: sendInvalidRequest, parameter: "entry" },
  "journal/clear": { task: "clear the journal", input: after(sendInvalidRequest) },
  "deliveries/list": { task: "list the deliveries", input: after(edit, { kind: "change", slug: "spring-tide" }) },
  "deliveries/waitFor": { task: "wait for a delivery", input: after(edit, { kind: "change", slug: "spring-tide", timeout: 0 }) },
  "deliveries/clear": { task: "clear the deliveries", input: after(edit) },
};

type Rejection = readonly [path: ControlPath, cause: string, input: unknown];

const twice = { ...tides, slugs: ["spring-tide", "spring-tide"] };
const sameChannels = [{ name: "a" }, { id: "C", name: "b" }, { id: "C", name: "c" }];
const deprecatedPage = "page spring-tide is deprecated. Mark it as active first";
const archivedPage = "page spring-tide is archived. Restore it first";
const badState = "the state is not readable. Pass it on exactly as oauth.start or the callback returned it";
const noDelivery =
  "there is no delivery delivery_0, or it was dropped. Set after to the id of a listed delivery, or omit it";
const deniedBefore = "the authorization was already denied. Start the authorization again";

// Rejected calls, by their codes. The input is a value, or what prepares the call.
// biome-ignore format: one call a line
const rejections: Readonly<Partial<Record<ControlErrorCode, readonly Rejection[]>>> = {
  not_found: [
    ["brains/create", "there is no organization org_moon", { organizationId: "org_moon" }],
    ["apiKeys/get", "there is no such key", { apiKey: "key_moon" }],
    ["brains/get", "there is no brain brain_moon", { brainId: "brain_moon" }],
    ["pages/get", "brain brain_tides has no page knots", { ...tides, slug: "knots" }],
    ["installations/get", "there is no installation installation_moon", { installationId: "installation_moon" }],
    ["channels/get", "installation installation_north has no channel C_PIER", { ...north, channelId: "C_PIER" }],
    ["bindings/get", "brain brain_tides has no binding binding_ropes", { ...tides, bindingId: "binding_ropes" }],
    ["organizations/list", "after does not name a listed organization", { after: "org_moon" }],
    ["apiKeys/list", "after does not name a listed key", { after: "key_south" }],
    ["pages/list", "after does not name a listed page", { ...tides, after: "knots" }],
    ["pages/search", "after does not name a listed page", { ...tides, text: "water", after: "knots" }],
    ["brains/reportConnection", "brain brain_tides has no page knots", { ...tides, slugs: ["spring-tide", "knots"] }],
    ["bindings/create", "installation installation_pier has no channel C_DECK", { ...pier, channelId: "C_DECK" }],
    ["faults/remove", "no fault fault_moon is planned", "fault_moon"],
    ["deliveries/list", noDelivery, { after: "delivery_0" }],
    ["deliveries/waitFor", noDelivery, { after: "delivery_0" }],
  ],
  invalid_input: [
    ["organizations/create", "id is taken already", { id: "org_north" }],
    ["organizations/create", "apiKey is taken already", { apiKey: "key_south" }],
    ["apiKeys/create", "apiKey is taken already", { apiKey: "key_south" }],
    ["brains/reportConnection", "slugs must name two different pages", twice],
    ["pages/create", "slug is already used in the brain: change the slug of one of the pages", { ...page, title: "T" }],
    ["pages/search", "text must not be empty", { ...tides, text: "" }],
    ["pages/edit", "the input must name at least one field to change", page],
    ["pages/edit", "the input must name at least one field to change", { ...page, title: undefined }],
    ["installations/create", "teamId has an installation already", { teamId: "T_PIER" }],
    ["installations/create", "channels[2].id is taken already", { channels: sameChannels }],
    ["channels/create", "id is already used in the installation", { ...north, id: "C_DECK", name: "deck" }],
    ["bindings/create", "channelId is already bound to this brain", { ...tides, ...deck }],
    ["bindings/create", "installationId must be an installation of the organization of the brain", { ...pier, brainId: "brain_south" }],
    ["oauth/approve", "authorizationUrl must be the URL that oauth.start returned", { authorizationUrl: "moon" }],
    ["clock/advance", "milliseconds must not move the clock beyond the year 9999", 1e15],
  ],
  conflict: [
    ["brains/reportConnection", archivedPage, after(archive, twice)],
    ["pages/edit", archivedPage, after(archive, { ...page, title: "T" })],
    ["pages/compile", archivedPage, after(archive, page)],
    ["pages/deprecate", archivedPage, after(archive, page)],
    ["pages/mark", archivedPage, after(archive, { ...page, status: "active" })],
    ["pages/pin", deprecatedPage, after(deprecate, page)],
    ["pages/pin", deprecatedPage, after(deprecateAndArchive, page)],
    ["pages/deprecate", "page spring-tide is pinned, so it cannot be deprecated. Unpin it first", after(pin, page)],
  ],
  timeout: [
    ["journal/waitFor", "no request matched {} within 1 ms (others recorded: 0, dropped: 0)", { timeout: 1 }],
    ["deliveries/waitFor", 'no delivery matched {"kind":"brief"} within 1 ms (others recorded: 2, dropped: 0)', waitForBrief],
  ],
  oauth_invalid_state: [
    ["oauth/approve", badState, { authorizationUrl: "https://moon.test/_platform/oauth/authorize?state=x" }],
    ["oauth/confirm", "there is no state. Pass it on exactly as oauth.start or the callback returned it", { code: "", state: "" }],
  ],
  oauth_used_state: [["oauth/approve", deniedBefore, deny], ["oauth/deny", deniedBefore, deny]],
  oauth_expired_state: [["oauth/approve", "the state expired at 2026-07-01T12:10:00.000Z. Start the authorization again", expire]],
  oauth_wrong_code: [["oauth/confirm", "the code does not belong to this state. Pass both from the same callback", approveWithWrongCode]],
};

const prepareOf = (input: unknown): Prepare =>
  typeof input === "function" ? (input as Prepare) : () => structuredClone(input);

/** Calls of each control, by its path. */
export const samples = Object.fromEntries(
  Object.entries(calls).map(([name, { task, input, parameter }]) => {
    const rejected = Object.entries(rejections).flatMap(([code, rows]) => {
      const own = rows.filter(([path]) => path === name);
      return own.map(([, why, given]) => ({ code, argument: prepareOf(given), message: `Failed to ${task}: ${why}.` }));
    });
    return [name, { task, parameter, argument: prepareOf(input), rejected }];
  }),
) as unknown as Readonly<Record<ControlPath, Sample>>;
