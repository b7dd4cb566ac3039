import type { DeliveryKind, ReferenceServer, State, StoredChannel } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { send } from "../send.ts";
import { callCommand } from "./call-command.ts";
import type { RandomChoice } from "./random-choice.ts";

/** A command with its input, and the notification that it sends if it succeeds. */
export interface RandomStep {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly notifies?: { readonly kind: DeliveryKind; readonly brainId: unknown } | undefined;
  readonly run: () => unknown;
}

const titles = ["Tide", "tide!", "Höhe", "🌊", "한글", "__proto__", "..", " x ", "\ud83c"];
const bodies = ["B", "[[tide]] [[x|y]]", "[[", "\n\nOne.\n\nTwo.", "🌊".repeat(100)];
const strange = ["", "__proto__", "constructor", "x", null, 5, {}, []];

/** Chooses a step: mostly one that is valid for the records of the server, sometimes one that is not. */
export function chooseStep(server: ReferenceServer, random: RandomChoice): RandomStep {
  const state = server.snapshot();
  if (random.onceIn(6)) return chooseRequest(server, state, random);
  const inputs = inputsOf(state, random);
  const name = random.onceIn(6) ? "pages.create" : (random.of(Object.keys(inputs)) ?? "");
  const input = { ...inputs[name] };
  const spoiled = random.onceIn(8) ? random.of(Object.keys(input)) : undefined;
  if (spoiled !== undefined) input[spoiled] = random.of(strange);
  const kind = kinds[name];
  const { brainId } = input;
  const scope = random.onceIn(4) ? server.organization(random.of(state.organizations)?.id ?? "") : server;
  return {
    name,
    input,
    notifies: kind && { kind, brainId },
    run: () => callCommand(name.startsWith("organizations.") ? server.control : scope.control, name, input),
  };
}

const kinds: Readonly<Record<string, DeliveryKind>> = {
  "brains.sendDailyBrief": "brief",
  "brains.reportConnection": "connection",
  "pages.edit": "change",
  "pages.compile": "change",
};

/** Creates an input for each command from the records of a state. */
function inputsOf(state: State, random: RandomChoice): Record<string, Record<string, unknown>> {
  const maybe = <Value>(value: Value): Value | undefined => (random.onceIn(2) ? value : undefined);
  const organizationId = random.of(state.organizations)?.id;
  const brainId = random.onceIn(3) ? random.of(state.brains)?.id : random.of(state.pages)?.brainId;
  const ownSlugs = state.pages.filter((page) => page.brainId === brainId).map(({ slug }) => slug);
  const address = { brainId, slug: random.of(ownSlugs) };
  const binding = random.of(state.bindings);
  const { installationId, id: channelId } =
    random.of(state.channels.filter((channel) => isOwn(channel, brainId, state))) ?? random.of(state.channels) ?? {};
  const flags = { notifyBriefs: maybe(random.onceIn(2)), notifyConnections: maybe(true), notifyChanges: maybe(false) };
  const status = maybe(random.of(["active", "disabled"]));
  const sources = maybe([{ ingestSourceId: `ingest_${random.below(3)}`, chunkUuids: maybe(["c"]) }]);
  const content = {
    title: maybe(random.of(titles)),
    summary: maybe(random.of(bodies)),
    body: maybe(random.of(bodies)),
    entities: maybe(titles),
    embedding: maybe([random.below(9), -0.5]),
    bucket: maybe(random.of(["inbox", "ideas"])),
    pageType: maybe("entity"),
  };
  const given = (prefix: string) => (random.onceIn(5) ? `${prefix}_${random.below(4)}` : undefined);
  const flag = maybe(random.onceIn(2));
  const teamName = random.of(titles);
  const channels = maybe([
    { name: "a", id: given("channel") },
    { name: "b", id: given("channel"), isPrivate: flag },
  ]);
  const redirectUrl = maybe(random.of([null, "https://app.example"]));
  return {
    "organizations.create": { id: given("organization"), name: maybe("O") },
    "organizations.update": { organizationId, name: maybe("P"), redirectUrl },
    "organizations.delete": { organizationId: random.onceIn(4) ? organizationId : "organization_none" },
    "organizations.list": { limit: maybe(2), after: maybe(organizationId) },
    "organizations.get": { organizationId },
    "apiKeys.list": { organizationId, limit: maybe(1) },
    "apiKeys.get": { apiKey: random.of(state.apiKeys)?.key },
    "apiKeys.delete": { apiKey: random.onceIn(3) ? random.of(state.apiKeys.slice(1))?.key : "key_none" },
    "brains.list": { organizationId, limit: maybe(2), after: maybe(brainId) },
    "brains.get": { brainId },
    "brains.delete": { brainId: random.onceIn(5) ? brainId : "brain_none" },
    "pages.list": { brainId, limit: maybe(3), after: maybe(address.slug) },
    "pages.delete": random.onceIn(3) ? address : { ...address, slug: "none" },
    "installations.list": { organizationId, after: maybe(installationId) },
    "installations.get": { installationId },
    "installations.delete": { installationId: random.onceIn(5) ? installationId : "installation_none" },
    "channels.list": { installationId, limit: maybe(1), after: maybe(channelId) },
    "channels.get": { installationId, channelId },
    "channels.delete": { installationId, channelId: random.onceIn(3) ? channelId : "channel_none" },
    "bindings.list": { brainId: binding?.brainId, after: maybe(binding?.id) },
    "bindings.get": { brainId: binding?.brainId, bindingId: binding?.id },
    "bindings.delete": { brainId: binding?.brainId, bindingId: random.onceIn(3) ? binding?.id : "binding_none" },
    "apiKeys.create": { organizationId: maybe(organizationId), key: given("key") },
    "apiKeys.update": { key: random.of(state.apiKeys)?.key, role: "viewer" },
    "apiKeys.revoke": { key: random.of(state.apiKeys.slice(1))?.key },
    "brains.create": { organizationId: maybe(organizationId), id: given("brain") },
    "brains.update": { brainId, name: "B" },
    "brains.sendDailyBrief": { brainId },
    "brains.reportConnection": { brainId, slugs: [random.of(ownSlugs), random.of(ownSlugs)] },
    "pages.create": {
      ...content,
      brainId,
      title: random.of(titles),
      body: random.of(bodies),
      id: given("page"),
      slug: given("slug"),
      pinned: maybe(random.onceIn(2)),
      status: maybe(random.of(["active", "stale", "archived", "deprecated"])),
      updatedAt: maybe(new Date(random.below(1e12))),
      sources,
    },
    "pages.get": address,
    "pages.read": address,
    "pages.edit": { ...address, ...content },
    "pages.compile": { ...address, ...content, sources },
    "pages.pin": address,
    "pages.unpin": address,
    "pages.deprecate": address,
    "pages.mark": { ...address, status: random.of(["active", "stale", "contested"]) },
    "pages.restore": address,
    "installations.create": {
      organizationId: maybe(organizationId),
      id: given("installation"),
      teamId: given("team"),
      teamName: maybe(teamName),
      channels,
    },
    "installations.update": { installationId, teamName },
    "installations.status": { brainId },
    "installations.uninstall": { installationId: random.onceIn(5) ? installationId : "installation_none" },
    "channels.create": { installationId, name: "c", id: given("channel") },
    "channels.update": { installationId, channelId, name: maybe("d"), isMember: maybe(true) },
    "bindings.create": { brainId, installationId, channelId, id: given("binding"), status, ...flags },
    "bindings.update": {
      brainId: binding?.brainId,
      bindingId: binding?.id,
      status,
      channelName: maybe(null),
      ...flags,
    },
  };
}

/** Checks whether a channel can be bound to a brain. */
function isOwn({ installationId }: StoredChannel, brainId: string | undefined, state: State): boolean {
  const owner = state.brains.find(({ id }) => id === brainId)?.organizationId;
  return state.installations.some(({ id, organizationId }) => id === installationId && organizationId === owner);
}

/** Chooses a request of the service, or the whole OAuth flow. */
function chooseRequest(server: ReferenceServer, state: State, random: RandomChoice): RandomStep {
  const page = random.of(state.pages);
  const binding = random.of(state.bindings);
  const bindingPath = `/v1/brains/${binding?.brainId}/messaging/bindings/${binding?.id}`;
  const [name = "", brainId] =
    random.of([
      [`POST /v1/brains/${page?.brainId}/pages/${encodeURIComponent(page?.slug ?? "")}/archive`, page?.brainId],
      [`POST /v1/brains/${page?.brainId}/messaging/oauth/start`, page?.brainId],
      [`PATCH ${bindingPath}`, binding?.brainId],
      [`DELETE ${random.onceIn(3) ? bindingPath : "/v1/brains"}`, binding?.brainId],
    ]) ?? [];
  const owner = state.brains.find(({ id }) => id === brainId)?.organizationId;
  const { key = null } = state.apiKeys.find(({ organizationId }) => organizationId === owner) ?? {};
  const teamId = random.of(state.installations)?.teamId;
  return {
    name,
    input: { teamId },
    async run() {
      const json = { notifyBriefs: random.onceIn(2), notifyConnections: random.onceIn(2) };
      const { status, body } = await send(server, name, { key, ...(name.startsWith("PATCH") && { json }) });
      if (status !== 200 || !name.endsWith("/start")) return;
      const { authorizationUrl } = body as OAuthStart;
      await server.control.oauth.confirm(await server.control.oauth.approve({ authorizationUrl, teamId }));
    },
  };
}
