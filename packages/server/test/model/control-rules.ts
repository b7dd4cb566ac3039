import type {
  CreatePageInput,
  ReportConnectionInput,
  StoredBinding,
  StoredPage,
  UpdateBindingInput,
  UpdateChannelInput,
} from "@knowledge-base/server";
import type { Channel } from "@knowledge-base/types";
import { linksOf, notify, pageRules, visible } from "./model.ts";
import { install, oauthRules } from "./oauth-rules.ts";
import {
  findBinding,
  findBrain,
  findChannel,
  findInstallation,
  findOrganization,
  findPage,
  forgetOrganization,
  found,
  isWithin,
  type Rule,
  refuse,
  timeOf,
  type Workspace,
} from "./model-state.ts";

/** The rules of the controls. Every field that the specification leaves open is given. */
export const controlRules = {
  organizations: {
    create: rule<{ readonly id: string; readonly name: string; readonly apiKey: string }>(
      ({ records }, { apiKey, ...organization }) => {
        if (records.apiKeys.some(({ key }) => key === apiKey)) refuse("invalid_input");
        if (records.organizations.some(({ id }) => id === organization.id)) refuse("invalid_input");
        records.organizations.push(organization);
        records.apiKeys.push({ key: apiKey, organizationId: organization.id, role: "admin" });
        return { ...organization, apiKey };
      },
    ),
    delete: rule<{ readonly organizationId: string }>((world, { organizationId }, asking) => {
      findOrganization(world, organizationId, asking);
      const { records } = world;
      const isOther = (record: { readonly organizationId: string }) => record.organizationId !== organizationId;
      records.organizations = records.organizations.filter(({ id }) => id !== organizationId);
      records.apiKeys = records.apiKeys.filter(isOther);
      records.brains = records.brains.filter(isOther);
      records.installations = records.installations.filter(isOther);
      const isKept = ({ brainId }: { readonly brainId: string }) => records.brains.some(({ id }) => id === brainId);
      records.pages = records.pages.filter(isKept);
      records.bindings = records.bindings.filter(isKept);
      const isSeen = (channel: { readonly installationId: string }) =>
        records.installations.some(({ id }) => id === channel.installationId);
      records.channels = records.channels.filter(isSeen);
      forgetOrganization(world, organizationId);
    }),
  },
  apiKeys: {
    create: rule<{ readonly organizationId: string; readonly key: string }>(
      (world, { organizationId, key }, asking) => {
        findOrganization(world, organizationId, asking);
        if (world.records.apiKeys.some((one) => one.key === key)) refuse("invalid_input");
        const apiKey = { key, organizationId, role: "admin" };
        world.records.apiKeys.push(apiKey);
        return apiKey;
      },
    ),
    revoke: rule<{ readonly key: string }>(({ records }, { key }, { reach }) => {
      const apiKey = found(records.apiKeys.find((one) => one.key === key && isWithin(reach, one.organizationId)));
      records.apiKeys = records.apiKeys.filter((other) => other !== apiKey);
    }),
  },
  brains: {
    create: rule<{ readonly organizationId: string; readonly id: string; readonly name: string }>(
      (world, { organizationId, id, name }, asking) => {
        findOrganization(world, organizationId, asking);
        if (world.records.brains.some((brain) => brain.id === id)) refuse("invalid_input");
        const brain = { id, organizationId, name };
        world.records.brains.push(brain);
        return brain;
      },
    ),
    sendDailyBrief: rule<{ readonly brainId: string }>((world, { brainId }, asking) => {
      findBrain(world, brainId, asking);
      return notify(world, "brief", brainId, []);
    }),
    reportConnection: rule<ReportConnectionInput>((world, { brainId, slugs }, asking) => {
      for (const slug of slugs) findPage(world, { brainId, slug }, asking);
      if (slugs[0] === slugs[1]) refuse("invalid_input");
      return notify(world, "connection", brainId, slugs);
    }),
  },
  pages: {
    ...pageRules,
    create: rule<CreatePageInput & { readonly slug: string }>(
      (world, { brainId, slug, title, body, summary = "", pinned = false }, asking) => {
        const { organizationId } = findBrain(world, brainId, asking);
        const { pages } = world.records;
        if (pages.some((page) => page.brainId === brainId && page.slug === slug)) refuse("invalid_input");
        const now = timeOf(world, organizationId);
        const page: StoredPage = {
          ...(asking.answer as StoredPage),
          brainId,
          slug,
          title,
          body,
          summary,
          pinned,
          ...linksOf({ body }),
          version: 1,
          archived: false,
          status: "active",
          lastReferencedAt: null,
          lastCompiledAt: now,
          createdAt: now,
          updatedAt: now,
        };
        pages.push(page);
        return visible(page);
      },
    ),
  },
  installations: {
    create: rule<Workspace & { readonly organizationId: string; readonly id: string }>(
      (world, { organizationId, id, ...workspace }, asking) => {
        findOrganization(world, organizationId, asking);
        const { installations } = world.records;
        const isTeam = (one: { readonly organizationId: string; readonly teamId: string }) =>
          one.organizationId === organizationId && one.teamId === workspace.teamId;
        if (installations.some((one) => one.id === id || isTeam(one))) refuse("invalid_input");
        return install(world, organizationId, workspace, { ...asking, answer: { id } });
      },
    ),
    status: rule<{ readonly brainId: string }>((world, { brainId }, asking) => {
      const { organizationId } = findBrain(world, brainId, asking);
      const installations = world.records.installations.filter((one) => one.organizationId === organizationId);
      const bindings = world.records.bindings.filter((binding) => binding.brainId === brainId);
      return { installed: installations.length > 0, installations, bindings };
    }),
    uninstall: rule<{ readonly installationId: string }>((world, { installationId }, asking) => {
      findInstallation(world, installationId, asking);
      const { records } = world;
      const isOther = (record: { readonly installationId: string }) => record.installationId !== installationId;
      records.installations = records.installations.filter(({ id }) => id !== installationId);
      records.channels = records.channels.filter(isOther);
      records.bindings = records.bindings.filter(isOther);
    }),
  },
  channels: {
    create: rule<Channel & { readonly installationId: string }>((world, { installationId, ...channel }, asking) => {
      findInstallation(world, installationId, asking);
      const isTaken = world.records.channels.some(
        (one) => one.installationId === installationId && one.id === channel.id,
      );
      if (isTaken) refuse("invalid_input");
      world.records.channels.push({ ...channel, installationId });
      return { ...channel, installationId };
    }),
    update: rule<UpdateChannelInput>((world, { installationId, channelId, ...changes }, asking) => {
      findInstallation(world, installationId, asking);
      return Object.assign(findChannel(world, installationId, channelId), changes);
    }),
  },
  bindings: {
    create: rule<NewBinding>((world, { brainId, installationId, channelId, id, ...settings }, asking) => {
      const { organizationId } = findBrain(world, brainId, asking);
      const installation = findInstallation(world, installationId, asking);
      const { name: channelName } = findChannel(world, installationId, channelId);
      const { bindings } = world.records;
      const isBound = (one: StoredBinding) =>
        one.brainId === brainId && one.installationId === installationId && one.channelId === channelId;
      if (bindings.some((one) => one.id === id || isBound(one))) refuse("invalid_input");
      if (installation.organizationId !== organizationId) refuse("invalid_input");
      const { teamId } = installation;
      const createdAt = timeOf(world, organizationId);
      const binding = {
        id,
        brainId,
        installationId,
        teamId,
        channelId,
        channelName,
        createdAt,
        ...active,
        ...settings,
      };
      bindings.push(binding);
      return { ...binding };
    }),
    update: rule<UpdateBindingInput>((world, { brainId, bindingId, ...settings }, asking) =>
      Object.assign(findBinding(world, brainId, bindingId, asking), settings),
    ),
  },
  oauth: oauthRules,
};

/** Choice bindingFlags: they are on. */
const active = { status: "active", notifyBriefs: true, notifyConnections: true, notifyChanges: true } as const;

type Settings = Partial<Pick<StoredBinding, keyof typeof active>>;
type NewBinding = Settings & Pick<StoredBinding, "id" | "brainId" | "installationId" | "channelId">;

function rule<Asked>(becomes: Rule<Asked>): Rule<Asked> {
  return becomes;
}
