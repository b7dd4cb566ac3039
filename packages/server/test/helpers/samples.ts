import type { ReferenceServer, ServerControl } from "@knowledge-base/server";
import { startAuthorization } from "./oauth.ts";
import { archive, openServer, paths, send } from "./open-server.ts";

type Controls = ServerControl & Pick<ReferenceServer, "clock" | "faults" | "journal" | "deliveries">;

// A call of a control that succeeds on the server of `openServer()`.
interface Sample<Input> {
  /** What the control does, as in its error messages. */
  readonly task: string;
  /** What the server must have been through before the call. */
  readonly prepare?: (server: ReferenceServer) => unknown;
  /** The argument of the method. */
  readonly input?: Input;
  /** Name of the argument as a field of the body, if the method takes a plain value. */
  readonly parameter?: string;
}

// The input of each method has its type, as in `control.pages.edit(input)`.
type Samples = {
  readonly [Group in keyof Controls]: {
    readonly [Name in keyof Controls[Group]]: Controls[Group][Name] extends (input: infer Input) => unknown
      ? Sample<Input>
      : never;
  };
};

const tides = { brainId: "brain_tides" };
const page = { ...tides, slug: "spring-tide" };
const north = { installationId: "installation_north" };
const deck = { ...north, channelId: "C_DECK" };
const binding = { ...tides, bindingId: "binding_deck" };

const pin = ({ control }: ReferenceServer) => control.pages.pin(page);
const createNeapTide = ({ control }: ReferenceServer) =>
  control.pages.create({ ...tides, slug: "neap-tide", title: "Neap tide" });
const edit = ({ control }: ReferenceServer) => control.pages.edit({ ...page, title: "Neap tide" });
const sendInvalid = (server: ReferenceServer) => send(server, `GET ${paths.index}?limit=0`);

// The fault is the first one of the server, and of the organization.
function planHang(server: ReferenceServer): void {
  for (const { faults } of [server, server.organization("org_north")]) faults.add({ kind: "hang" });
}

async function start(server: ReferenceServer) {
  const { authorizationUrl } = await startAuthorization(server);
  return { authorizationUrl };
}

async function approve(server: ReferenceServer) {
  return server.control.oauth.approve({ ...(await start(server)), teamName: "West team" });
}

// All servers of `openServer()` have the same clock and random seed, so that each one starts this authorization.
const started = await start(openServer());
const approved = await approve(openServer());
const asked = openServer();
await sendInvalid(asked);
const entry = asked.journal.get("request_1");

const filter = { operation: "promptIndex.get", reason: "validation" } as const;
const change = { kind: "change", slug: "spring-tide" } as const;

const west = { name: "West", redirectUrl: "https://west.example", role: "viewer" };
const both = { ...tides, slugs: ["spring-tide", "neap-tide"] } as const;
const neapTide = {
  ...tides,
  title: "Neap tide",
  body: "After the [[spring-tide]].",
  embedding: [0.5, -1e-9],
  bucket: "notes",
  entities: ["Moon"],
  source: { channel: "upload", ref: null, label: null },
  sources: [{ ingestSourceId: "ingest_2", chunkUuids: ["c"] }],
} as const;

// biome-ignore format: one row a line
const calls: Samples = {
  organizations: {
    create: { task: "create an organization", input: west },
    list: { task: "list the organizations", input: { limit: 1, after: "org_north" } },
    get: { task: "get an organization", input: { organizationId: "org_south" } },
    update: { task: "update an organization", input: { organizationId: "org_south", name: "Far south", redirectUrl: null } },
    delete: { task: "delete an organization", input: { organizationId: "org_south" } },
  },
  apiKeys: {
    create: { task: "create an API key", input: { organizationId: "org_north", role: "viewer" } },
    list: { task: "list the API keys", input: { organizationId: "org_north", limit: 5 } },
    get: { task: "get an API key", input: { apiKey: "key_north" } },
    update: { task: "update an API key", input: { apiKey: "key_north", role: "viewer" } },
    revoke: { task: "revoke an API key", input: { apiKey: "key_north" } },
    delete: { task: "delete an API key", input: { apiKey: "key_north" } },
  },
  brains: {
    create: { task: "create a brain", input: { name: "Fjord" } },
    list: { task: "list the brains", input: { organizationId: "org_north", after: "brain_tides" } },
    get: { task: "get a brain", input: tides },
    update: { task: "update a brain", input: { ...tides, name: "Fjord" } },
    delete: { task: "delete a brain", input: tides },
    rankPages: { task: "rank the pages of a brain", input: { ...tides, limit: 1 } },
    sendDailyBrief: { task: "send the daily brief", input: tides },
    reportConnection: { task: "report a connection", prepare: createNeapTide, input: both },
  },
  pages: {
    create: { task: "create a page", input: neapTide },
    list: { task: "list the pages", input: { ...tides, limit: 10, includeHidden: true } },
    search: { task: "search the pages", input: { ...tides, text: "WATER", limit: 10 } },
    get: { task: "get a page", input: page },
    delete: { task: "delete a page", input: page },
    read: { task: "read a page", input: page },
    edit: { task: "edit a page", input: { ...page, title: "Neap tide", bucket: "notes", entities: ["Moon"], embedding: [1] } as const },
    compile: { task: "compile a page", input: { ...page, body: "New.", sources: [{ ingestSourceId: "ingest_1" }] } },
    pin: { task: "pin a page", input: page },
    unpin: { task: "unpin a page", prepare: pin, input: page },
    deprecate: { task: "deprecate a page", input: page },
    mark: { task: "mark a page", input: { ...page, status: "contested" } },
    restore: { task: "restore a page", prepare: archive, input: page },
  },
  installations: {
    create: { task: "create an installation", input: { teamId: "T_WEST", channels: [{ id: "C_WEST", name: "west" }] } },
    list: { task: "list the installations", input: { after: "installation_north" } },
    get: { task: "get an installation", input: north },
    update: { task: "update an installation", input: { ...north, teamName: "Fjord team" } },
    status: { task: "get the status of the installations", input: tides },
    uninstall: { task: "remove an installation", input: north },
    delete: { task: "delete an installation", input: north },
  },
  channels: {
    create: { task: "create a channel", input: { ...north, name: "galley", isMember: true } },
    list: { task: "list the channels", input: { ...north, limit: 1 } },
    get: { task: "get a channel", input: deck },
    update: { task: "update a channel", input: { ...deck, isPrivate: true } },
    delete: { task: "delete a channel", input: deck },
  },
  bindings: {
    create: { task: "create a binding", input: { ...tides, installationId: "installation_pier", channelId: "C_PIER" } },
    list: { task: "list the bindings", input: { ...tides, after: "binding_deck" } },
    get: { task: "get a binding", input: binding },
    update: { task: "update a binding", input: { ...binding, status: "disabled", channelName: null } },
    delete: { task: "delete a binding", input: binding },
  },
  oauth: {
    approve: { task: "approve an authorization", prepare: start, input: started },
    deny: { task: "deny an authorization", prepare: start, input: started },
    confirm: { task: "confirm an authorization", prepare: approve, input: approved },
    list: { task: "list the authorizations", prepare: start, input: { organizationId: "org_north" } },
  },
  clock: {
    now: { task: "read the clock" },
    status: { task: "check whether the clock is frozen" },
    freeze: { task: "freeze the clock", input: 0, parameter: "at" },
    set: { task: "set the clock", input: new Date("2027-01-01T00:00:00.000Z"), parameter: "at" },
    advance: { task: "advance the clock", input: 1.5, parameter: "milliseconds" },
    resume: { task: "resume the clock" },
  },
  faults: {
    add: { task: "plan a fault", input: { kind: "status", status: 503, operation: "promptIndex.get", input: tides, times: 2 } as const },
    remove: { task: "remove a planned fault", prepare: planHang, input: "fault_1", parameter: "id" },
    list: { task: "list the planned faults", prepare: planHang },
    pending: { task: "list the faults that were not fully used", prepare: planHang },
    clear: { task: "remove all planned faults", prepare: planHang },
  },
  journal: {
    entries: { task: "read the journal", prepare: sendInvalid, input: { ...filter, status: 400 } },
    get: { task: "get an entry of the journal", prepare: sendInvalid, input: "request_1", parameter: "id" },
    waitFor: { task: "wait for a request", prepare: sendInvalid, input: { ...filter, timeout: 0 } },
    explain: { task: "explain an entry of the journal", input: entry, parameter: "entry" },
    clear: { task: "clear the journal", prepare: sendInvalid },
  },
  deliveries: {
    list: { task: "list the deliveries", prepare: edit, input: change },
    waitFor: { task: "wait for a delivery", prepare: edit, input: { ...change, timeout: 0 } },
    clear: { task: "clear the deliveries", prepare: edit },
  },
};

/** For each control a call that succeeds, with its path, such as `pages/edit`. */
export const samples = Object.entries(calls).flatMap(([group, methods]) =>
  Object.entries(methods).map(([name, sample]: [string, Sample<unknown>]) => ({ path: `${group}/${name}`, ...sample })),
);
