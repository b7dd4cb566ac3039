import type { StoredBinding, StoredPage } from "@knowledge-base/server";
import type { Channel } from "@knowledge-base/types";
import fc from "fast-check";
import type { UpdateStoredBindingInput } from "../../src/messaging/bindings-control.ts";
import type { UpdateChannelInput } from "../../src/messaging/channels-control.ts";
import type { ReportConnectionInput } from "../../src/messaging/notifications.ts";
import type { CreatePageInput } from "../../src/pages/pages-control.ts";
import { install, linksOf, notify, oauthRules, pageRules } from "./model.ts";
import * as model from "./model-state.ts";
import { findBrain, findInstallation, findOrganization, type Rule, reject, timeOf } from "./model-state.ts";
import * as pools from "./pools.ts";
import { constant, fields, optional } from "./pools.ts";

/** A control: how its input is chosen, and its rule. */
export interface Control {
  /** The parts of its input, which are chosen when they are needed; undefined if there is nothing to choose from. */
  readonly input: fc.Arbitrary<pools.Choice<object | undefined>>;
  readonly rule: Rule<never>;
}

function control<Input>(
  rule: Rule<Input>,
  ...parts: readonly fc.Arbitrary<pools.Choice<object | undefined>>[]
): Control {
  const input = fc.tuple(...parts).map((choices) => (modelState: model.ModelState) => {
    const chosen = choices.map((choose) => choose(modelState));
    return chosen.includes(undefined) ? undefined : Object.assign({}, ...chosen);
  });
  return { input, rule };
}

type Owned = { readonly organizationId: string; readonly id: string };
type NewKey = { readonly organizationId: string; readonly apiKey: string };
type Flags = Partial<Pick<StoredBinding, "status" | "notifyBriefs" | "notifyConnections" | "notifyChanges">>;
type NewBinding = Flags & Pick<StoredBinding, "id" | "brainId" | "installationId" | "channelId">;

/** Choice bindingFlags: they are on. */
const active = { status: "active", notifyBriefs: true, notifyConnections: true, notifyChanges: true } as const;

const { authorization, binding, brain, channel, content, flags, installation, organization, page, workspace } = pools;
const { apiKey, text } = pools;
const channelFields = { name: text, isPrivate: fc.boolean(), isMember: fc.boolean() };

/** The controls. Every field that the specification leaves open is given. */
export const controls: Readonly<Record<string, Control>> = {
  "organizations.create": control<NewKey & Owned & { name: string }>(
    ({ records, initial }, { apiKey: key, id, name }) => {
      if (records.apiKeys.some((one) => one.key === key)) reject("invalid_input");
      if (records.organizations.some((one) => one.id === id)) reject("invalid_input");
      records.organizations.push({ id, name });
      records.apiKeys.push({ key, organizationId: id, role: "admin" });
      initial.set(id, structuredClone(model.recordsOf(records, id)));
      return { id, name, apiKey: key };
    },
    fields({ id: constant("org_south", "org_west"), apiKey, name: text }),
  ),
  "apiKeys.create": control<NewKey>(
    (state, { organizationId, apiKey: key }, scope) => {
      findOrganization(state, organizationId, scope);
      if (state.records.apiKeys.some((one) => one.key === key)) reject("invalid_input");
      const created = { key, organizationId, role: "admin" };
      state.records.apiKeys.push(created);
      return created;
    },
    organization,
    fields({ apiKey }),
  ),
  "brains.create": control<Owned & { name: string }>(
    (state, input, scope) => {
      findOrganization(state, input.organizationId, scope);
      if (state.records.brains.some(({ id }) => id === input.id)) reject("invalid_input");
      state.records.brains.push(input);
      return { ...input };
    },
    pools.owned("brain", fields({ name: text })),
  ),
  "brains.sendDailyBrief": control<{ readonly brainId: string }>((state, { brainId }, scope) => {
    findBrain(state, brainId, scope);
    return notify(state, "brief", brainId, []);
  }, brain),
  "brains.reportConnection": control<ReportConnectionInput>(
    (state, { brainId, slugs }, scope) => {
      for (const slug of slugs) {
        const { archived } = pageRules.get(state, { brainId, slug }, scope) as StoredPage;
        // A choice: an archived page takes part in no notification.
        if (archived) reject("conflict");
      }
      if (slugs[0] === slugs[1]) reject("invalid_input");
      return notify(state, "connection", brainId, slugs);
    },
    fc.tuple(page, page).map(([one, other]) => (state) => {
      return { brainId: one(state).brainId, slugs: [one(state).slug, other(state).slug] };
    }),
  ),
  "pages.create": control<CreatePageInput & { readonly slug: string; readonly body: string }>(
    (state, input, scope) => {
      const { organizationId } = findBrain(state, input.brainId, scope);
      const { pages } = state.records;
      if (pages.some((one) => one.brainId === input.brainId && one.slug === input.slug)) reject("invalid_input");
      const now = timeOf(state, organizationId);
      const times = { lastReferencedAt: null, lastCompiledAt: now, createdAt: now, updatedAt: now };
      const created = { ...input, ...linksOf(input), ...times, version: 1, archived: false, status: "active" };
      const stored = { ...(scope.output as StoredPage), ...created } as StoredPage;
      pages.push(stored);
      return { ...stored };
    },
    brain,
    fields({ slug: pools.slug, title: text, body: text, summary: pools.summary, pinned: fc.boolean() }),
  ),
  "pages.get": control(pageRules.get, page),
  "pages.read": control(pageRules.read, page),
  "pages.edit": control(pageRules.edit, page, content),
  "pages.compile": control(pageRules.compile, page, content),
  "pages.pin": control(pageRules.pin, page),
  "pages.unpin": control(pageRules.unpin, page),
  "pages.deprecate": control(pageRules.deprecate, page),
  "pages.restore": control(pageRules.restore, page),
  "pages.mark": control(pageRules.mark, page, fields({ status: constant("active", "stale", "contested") })),
  "installations.create": control<model.Workspace & Owned>(
    (state, { organizationId, id, ...connected }, scope) => {
      findOrganization(state, organizationId, scope);
      const isTaken = (one: Owned & { readonly teamId: string }) =>
        one.organizationId === organizationId && (one.id === id || one.teamId === connected.teamId);
      if (state.records.installations.some(isTaken)) reject("invalid_input");
      return install(state, organizationId, connected, { ...scope, output: { id } });
    },
    pools.owned("installation", workspace),
  ),
  "installations.status": control<{ readonly brainId: string }>((state, { brainId }, scope) => {
    const { organizationId } = findBrain(state, brainId, scope);
    const installations = state.records.installations.filter((one) => one.organizationId === organizationId);
    const bindings = state.records.bindings.filter((one) => one.brainId === brainId);
    return { installed: installations.length > 0, installations, bindings };
  }, brain),
  "channels.create": control<Channel & { readonly installationId: string }>(
    (state, input, scope) => {
      findInstallation(state, input.installationId, scope);
      const { channels } = state.records;
      if (channels.some((one) => one.installationId === input.installationId && one.id === input.id))
        reject("invalid_input");
      channels.push(input);
      return { ...input };
    },
    installation,
    fields({ id: pools.channelName, ...channelFields }),
  ),
  "channels.update": control<UpdateChannelInput>(
    (state, { installationId, channelId, ...changes }, scope) => {
      findInstallation(state, installationId, scope);
      return { ...Object.assign(model.findChannel(state, installationId, channelId), changes) };
    },
    channel,
    optional(channelFields),
  ),
  "bindings.create": control<NewBinding>(
    (state, { brainId, installationId, channelId, id, ...settings }, scope) => {
      const { organizationId } = findBrain(state, brainId, scope);
      const { teamId, ...installed } = findInstallation(state, installationId, scope);
      if (installed.organizationId !== organizationId) reject("invalid_input");
      const { name: channelName } = model.findChannel(state, installationId, channelId);
      const isTaken = (one: StoredBinding) =>
        one.id === id ||
        (one.brainId === brainId && one.installationId === installationId && one.channelId === channelId);
      if (state.records.bindings.some(isTaken)) reject("invalid_input");
      const address = { id, brainId, installationId, teamId, channelId, channelName };
      const created = { ...address, createdAt: timeOf(state, organizationId), ...active, ...settings };
      state.records.bindings.push(created);
      return { ...created };
    },
    pools.newBinding,
    flags,
  ),
  "bindings.update": control<UpdateStoredBindingInput>(
    (state, { brainId, bindingId, ...settings }, scope) => {
      return { ...Object.assign(model.findBinding(state, brainId, bindingId, scope), settings) };
    },
    binding,
    flags,
    optional({ channelName: constant(null, "deck") }),
  ),
  "oauth.approve": control(oauthRules.approve, authorization("authorizationUrl"), workspace),
  "oauth.deny": control(oauthRules.deny, authorization("authorizationUrl")),
  "oauth.confirm": control(oauthRules.confirm, authorization("state", "code")),
};

/** Controls that remove many records, and are therefore rare. */
export const removingControls: Readonly<Record<string, Control>> = {
  "organizations.delete": control<{ readonly organizationId: string }>((state, { organizationId }, scope) => {
    findOrganization(state, organizationId, scope);
    model.removeOrganization(state, organizationId);
  }, organization),
  "apiKeys.revoke": control<{ readonly apiKey: string }>(({ records }, { apiKey: key }, { reach }) => {
    const isMeant = (one: { readonly key: string; readonly organizationId: string }) =>
      one.key === key && model.isWithin(reach, one.organizationId);
    const revoked = model.found(records.apiKeys.find(isMeant));
    records.apiKeys = records.apiKeys.filter((one) => one !== revoked);
  }, fields({ apiKey })),
  "installations.uninstall": control<{ readonly installationId: string }>((state, { installationId }, scope) => {
    findInstallation(state, installationId, scope);
    const { records } = state;
    const isOther = (one: { readonly installationId: string }) => one.installationId !== installationId;
    records.installations = records.installations.filter(({ id }) => id !== installationId);
    records.channels = records.channels.filter(isOther);
    records.bindings = records.bindings.filter(isOther);
  }, installation),
};
